// Texts of real components that are hard to read, by the colours that Chromium works out: what the calculation of the editor says is held against it.
import type { Page } from '@playwright/test'

/** Of every text in the samples that is not switched off, in this theme: where it stands, what it says, and its colours, below AA of WCAG 2.2. */
export const hardToRead = (page: Page, sheet: string, isDark: boolean): Promise<string[]> => page.evaluate(walkTexts, { sheet, isDark })

function walkTexts({ sheet, isDark }: { sheet: string; isDark: boolean }): string[] {
  ;(window as unknown as { setTheme(sheet: string): void }).setTheme(sheet)
  document.documentElement.classList.toggle('is-dark', isDark)
  type Rgba = [number, number, number, number]
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const known = new Map<string, Rgba>()
  const read = (text: string): Rgba => {
    const found = known.get(text)
    if (found) return found
    const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text)
    let color: Rgba
    if (parts) color = [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)]
    else {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data
      color = [r, g, b, a / 255]
    }
    known.set(text, color)
    return color
  }
  const over = ([r, g, b, a]: Rgba, [r2, g2, b2]: Rgba): Rgba => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1]
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  const light = ([r, g, b]: Rgba) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  const around = getComputedStyle(document.querySelector('main')!)
  const page = read(around.backgroundColor)
  interface Behind {
    /** In a panel, and on the page itself; none where there is a picture. */
    grounds: Rgba[]
    opacity: number
  }
  const behindOf = new Map<Element, Behind>()
  const behind = (element: Element | null): Behind => {
    if (!element) return { grounds: [[255, 255, 255, 1]], opacity: 1 }
    const found = behindOf.get(element)
    if (found) return found
    const style = getComputedStyle(element)
    const { grounds, opacity } = behind(element.parentElement)
    const own: Behind = {
      grounds: style.backgroundImage !== 'none' ? [] : grounds.map(ground => over(read(style.backgroundColor), ground)),
      opacity: opacity * Number(style.opacity),
    }
    if (element.classList.contains('t-theme-sample')) own.grounds.push(page)
    behindOf.set(element, own)
    return own
  }
  // What is switched off is exempt; so are pictures of code and the rich text editors, which have sheets of their own.
  const EXEMPT =
    '[data-look=disabled], :disabled, .is-disabled, .is-disable, [aria-disabled=true], .disabled, .cxd-visually-hidden, .tox, .fr-box, .monaco-editor, svg, style, script, option'
  const found = new Map<string, string>()
  const check = (element: Element, says: string, pseudo: string) => {
    if (element.closest(EXEMPT)) return
    const style = getComputedStyle(element, pseudo || null)
    const { grounds, opacity } = behind(element)
    // What is not seen before it is pointed at.
    if (style.visibility === 'hidden' || opacity < 0.05) return
    const [r, g, b, a] = read(style.color)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    for (const ground of grounds) {
      const shown = over([r, g, b, a * opacity], ground)
      const [one, two] = [light(shown), light(ground)]
      const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
      if (ratio >= (isLarge ? 3 : 4.5) - 0.01) continue
      const box = element.getBoundingClientRect()
      if (!box.width || !box.height) return
      const hex = (color: Rgba) =>
        `#${color
          .slice(0, 3)
          .map(part => Math.round(part).toString(16).padStart(2, '0'))
          .join('')}`
      const { sample = '' } = element.closest<HTMLElement>('[data-sample]')?.dataset ?? {}
      const { look = '' } = element.closest<HTMLElement>('[data-look]')?.dataset ?? {}
      const { component = '' } = element.closest<HTMLElement>('[data-component]')?.dataset ?? {}
      const name = `${component} "${sample}" ${look}: .${String(element.className).trim().split(/\s+/).slice(0, 3).join('.')}${pseudo}`
      if (!found.has(name)) found.set(name, `${name} "${says.slice(0, 30)}" ${hex(shown)} on ${hex(ground)} ${ratio.toFixed(2)}`)
    }
  }
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const says = node.textContent?.trim()
    if (says && node.parentElement) check(node.parentElement, says, '')
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color]), main textarea',
  )) {
    if (field.value) check(field, field.value, '')
    else if (field.placeholder) check(field, field.placeholder, '::placeholder')
  }
  return [...found.values()]
}
