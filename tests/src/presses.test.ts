// A button that moves away under the mouse is pressed all the same, and one that something loads over; one that the mouse leaves is not.
import { beforeEach, expect, it, vi } from 'vitest'
import '../../src/amis/presses.ts'

let button: HTMLButtonElement
let beside: HTMLElement
let top = 0
const pressed = vi.fn<() => void>()

beforeEach(() => {
  document.body.innerHTML = '<div id="footer"><button><span>Create</span></button></div>'
  button = document.querySelector('button') as HTMLButtonElement
  beside = document.getElementById('footer') as HTMLElement
  top = 500
  button.getBoundingClientRect = () => ({ left: 100, top, right: 180, bottom: top + 32 }) as DOMRect
  pressed.mockReset()
  button.addEventListener('click', pressed)
})

function point(type: string, target: Element, { x = 110, y = 510, pointerType = 'mouse', button: which = 0 } = {}) {
  // jsdom has no events of pointers.
  target.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button: which }), { pointerType }))
}
const settled = () => new Promise(done => setTimeout(done, 5))

it('presses a button that came up while the mouse was down, once', async () => {
  point('pointerdown', button.querySelector('span') as Element)
  top = 476
  point('pointerup', beside)
  await settled()
  expect(pressed).toHaveBeenCalledTimes(1)
  point('pointerup', beside)
  await settled()
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('leaves what the browser presses itself to the browser', async () => {
  point('pointerdown', button)
  top = 490
  point('pointerup', button)
  await settled()
  expect(pressed).not.toHaveBeenCalled()
})

it('presses nothing when the mouse has left a button that stayed', async () => {
  point('pointerdown', button)
  point('pointerup', beside, { y: 512 })
  await settled()
  expect(pressed).not.toHaveBeenCalled()
})

it('presses nothing when the mouse went on, or with the other button of the mouse', async () => {
  point('pointerdown', button)
  top = 476
  point('pointerup', beside, { y: 540 })
  point('pointerdown', button, { button: 2 })
  top = 452
  point('pointerup', beside, { button: 2 })
  await settled()
  expect(pressed).not.toHaveBeenCalled()
})

it('presses no button that is switched off by then', async () => {
  point('pointerdown', button)
  top = 476
  button.disabled = true
  point('pointerup', beside)
  await settled()
  expect(pressed).not.toHaveBeenCalled()
})

it('presses a button in a list that began to load meanwhile, and none below a window that opened', async () => {
  const over = beside.appendChild(document.createElement('div'))
  over.className = 'cxd-Spinner-overlay in'
  point('pointerdown', button)
  point('pointerup', over)
  await settled()
  expect(pressed).toHaveBeenCalledTimes(1)
  // Beside it, where the mouse has left it by a little.
  point('pointerdown', button, { x: 179 })
  point('pointerup', over, { x: 182 })
  over.className = 'cxd-Modal-overlay'
  point('pointerdown', button)
  point('pointerup', over)
  await settled()
  expect(pressed).toHaveBeenCalledTimes(1)
  over.className = 'cxd-Spinner-overlay in'
  point('pointerdown', button)
  button.remove()
  point('pointerup', over)
  await settled()
  expect(pressed).toHaveBeenCalledTimes(1)
})
