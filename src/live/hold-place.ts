// Exchanging a screen where it stands: the page keeps its height, so that it does not scroll, and the cursor comes back to its field.

/** As long as a screen may take until it is as high as the one before. */
const HOLD_MS = 2000

const nameOf = (element: Element | null) => element?.getAttribute('name') || undefined

export function holdPlace(box: HTMLElement) {
  box.style.minHeight = `${box.offsetHeight}px`
  const name = box.contains(document.activeElement) ? nameOf(document.activeElement) : undefined
  const began = performance.now()
  const timer = setInterval(() => {
    const lost = document.activeElement === document.body
    const field = name && lost ? [...box.querySelectorAll<HTMLElement>('[name]')].find(one => nameOf(one) === name) : undefined
    field?.focus({ preventScroll: true })
    if (performance.now() - began < HOLD_MS) return
    clearInterval(timer)
    box.style.minHeight = ''
  }, 50)
}
