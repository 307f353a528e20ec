// Letters that can be read on what is drawn.
type Rgb = readonly [number, number, number]
const DARK = '#14181f'
const LIGHT = '#ffffff'

/** Of #rgb, #rrggbb and rgb(…), as themes and ECharts write them; undefined for other ways. */
function rgbOf(colour: string): Rgb | undefined {
  const [, hex] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim()) ?? []
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map(one => one + one).join('') : hex
    return [0, 2, 4].map(at => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const [, r, g, b] = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(colour.trim()) ?? []
  return b === undefined ? undefined : [Number(r), Number(g), Number(b)]
}
/** Relative luminance of WCAG. */
const luminance = (rgb: Rgb) => {
  const [r, g, b] = rgb.map(part => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Black or white, whichever is read better. */
export function inkOn(ground: string, unknown = LIGHT): string {
  const rgb = rgbOf(ground)
  if (!rgb) return unknown
  return 1.05 / (luminance(rgb) + 0.05) >= (luminance(rgb) + 0.05) / 0.058 ? LIGHT : DARK
}

/** A colour between two. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)]
  if (!a || !b) return ''
  return `rgb(${a.map((part, at) => Math.round(part + ((b[at] as number) - part) * share)).join(', ')})`
}
