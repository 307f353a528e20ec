// Tells a screen reader where a navigation has led.
let region: HTMLElement | undefined

export function announce(text: string) {
  if (!region) {
    region = document.createElement('div')
    region.className = 't-visually-hidden'
    region.setAttribute('aria-live', 'polite')
    document.body.append(region)
  }
  region.textContent = text
}
