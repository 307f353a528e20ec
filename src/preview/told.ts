// What a preview in a frame tells the page around it.

/** Where parts are that were marked with a number (renderers/tessera-screen-pictures/marks.ts), in pixels from the top. */
export type Places = Record<string, number>

/** What the page around gets to know; it asks with `preview-schema` and hears the rest. */
export function tellParent(message: { tessera: 'preview-waiting' | 'preview-ready' | 'preview-error'; height?: number; places?: Places; message?: string }) {
  if (window.parent !== window) window.parent.postMessage(message, location.origin)
}

const PLACE = /(?:^|\s)t-place-(\d+)(?:\s|$)/
export function placesIn(box: HTMLElement): Places {
  const top = box.getBoundingClientRect().top
  const found: Places = {}
  for (const part of box.querySelectorAll('[class*="t-place-"]')) {
    const number = PLACE.exec(part.getAttribute('class') ?? '')?.[1]
    if (number !== undefined && !(number in found)) found[number] = part.getBoundingClientRect().top - top
  }
  return found
}

/** Waits until nothing loads and nothing moves, so that a picture shows the screen and not its coming. */
export async function settled(box: HTMLElement, isOver: () => boolean) {
  const loading = '[data-testid=spinner], .cxd-Spinner:not([hidden]), [aria-busy=true], .t-skeleton'
  let last = ''
  for (let still = 0, i = 0; still < 3 && i < 80 && !isOver(); i++) {
    await new Promise(done => setTimeout(done, 60))
    const now = `${box.scrollHeight} ${box.textContent}`
    still = !box.querySelector(loading) && now === last ? still + 1 : 0
    last = now
  }
}
