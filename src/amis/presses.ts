// A button that moves away under the mouse while it is pressed is pressed all the same. What is wrong with a field goes away a quarter of a second after
// the last key, the form gets shorter, and the buttons below it come up. A browser sends no click to a button that the mouse is let go beside of, so that
// the press would do nothing and nothing would say so. So it is where a list begins to load under the hand: what turns over it lies between.

/** Pixels that a hand moves while it clicks; whoever goes further does not want to press any more. */
const STILL = 4

/** What lies over a list or a form while it loads. It asks for patience, and takes nothing back. */
const LOADS = '.cxd-Spinner-overlay, .cxd-Spinner'

interface Press {
  button: HTMLElement
  x: number
  y: number
  place: string
}
let press: Press | undefined

function placeOf(button: HTMLElement) {
  const { left, top } = button.getBoundingClientRect()
  return `${left} ${top}`
}

function begin(event: PointerEvent) {
  const button = event.pointerType === 'mouse' && event.button === 0 ? (event.target as Element | null)?.closest?.('button') : undefined
  press = button ? { button, x: event.clientX, y: event.clientY, place: placeOf(button) } : undefined
}

function isOver({ clientX, clientY }: PointerEvent, button: HTMLElement) {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

function end(event: PointerEvent) {
  const last = press
  press = undefined
  const target = event.target as Element
  if (!last?.button.isConnected || last.button.contains(target)) return
  if (Math.max(Math.abs(event.clientX - last.x), Math.abs(event.clientY - last.y)) > STILL) return
  if (placeOf(last.button) === last.place && !(target.closest(LOADS) && isOver(event, last.button))) return
  // After what the browser makes of it.
  setTimeout(() => last.button.click())
}

export function keepPresses(root: Document) {
  root.addEventListener('pointerdown', begin, true)
  root.addEventListener('pointerup', end, true)
}

keepPresses(document)
