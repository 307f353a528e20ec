// Colours as the eye orders them: OKLCH in and out of hex, scales of even steps, contrast by WCAG 2.2 and APCA. Pure.

export type Rgb = readonly [number, number, number]
export interface Lch {
  l: number
  c: number
  h: number
}
/** A colour with its share of cover, both from 0 to 1. */
export interface Cover {
  rgb: Rgb
  alpha: number
}

export const HEX = /^#[0-9a-f]{6}$/i
/** Step of a scale that is the colour it was made from: the fifth. */
export const MAIN_STEP = 4
export const STEPS = 10

const clamp = (value: number, least = 0, most = 1) => Math.min(most, Math.max(least, value))
const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

export function rgbOf(hex: string): Rgb {
  const digits = hex.slice(1)
  const at = (i: number) => parseInt(digits.slice(i, i + 2), 16) / 255
  return [at(0), at(2), at(4)]
}
export const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map(part =>
      Math.round(clamp(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function lchOfRgb([r, g, b]: Rgb): Lch {
  const [lr, lg, lb] = [toLinear(r), toLinear(g), toLinear(b)]
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb)
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb)
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb)
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(B, A) * 180) / Math.PI
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(A, B), h: hue < 0 ? hue + 360 : hue }
}
export const lchOf = (hex: string): Lch => lchOfRgb(rgbOf(hex))

function linearOf({ l, c, h }: Lch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ]
}
const inGamut = (rgb: Rgb) => rgb.every(part => part >= -0.0002 && part <= 1.0002)

/** The nearest colour of a screen with this lightness and hue: colourfulness gives way. */
export function hexOfLch({ l, c, h }: Lch): string {
  const light = clamp(l)
  let least = 0
  let most = c
  if (!inGamut(linearOf({ l: light, c, h })))
    for (let i = 0; i < 18; i++) {
      const middle = (least + most) / 2
      if (inGamut(linearOf({ l: light, c: middle, h }))) least = middle
      else most = middle
    }
  else least = c
  const [r, g, b] = linearOf({ l: light, c: least, h })
  return hexOf([fromLinear(clamp(r)), fromLinear(clamp(g)), fromLinear(clamp(b))])
}

/** Distance in OKLab, times 100: about 2 is the least that is seen side by side. */
export function deltaE(one: string, other: string): number {
  const a = lchOf(one)
  const b = lchOf(other)
  const radians = ((a.h - b.h) * Math.PI) / 180
  return 100 * Math.hypot(a.l - b.l, Math.sqrt(Math.max(0, a.c ** 2 + b.c ** 2 - 2 * a.c * b.c * Math.cos(radians))))
}

/** Lightness at the ends of a scale. */
const DEEPEST = 0.22
const PALEST = 0.965
/** A main colour on dark ground is at least this light. */
const LEAST_IN_DARK = 0.64

/** What a colour is on dark ground: itself, or lighter where it would not be seen. */
export function inDark(hex: string): string {
  const { l, c, h } = lchOf(hex)
  return l >= LEAST_IN_DARK ? hex.toLowerCase() : hexOfLch({ l: LEAST_IN_DARK, c, h })
}

/**
 * Ten steps of a colour, which is the fifth. In light the first is the deepest and the last the palest, in dark the other way round; on each side
 * of the colour the steps are evenly apart in lightness, and colourfulness fades towards the ends.
 */
export function scaleOf(hex: string, isDark = false): string[] {
  const main = isDark ? inDark(hex) : hex.toLowerCase()
  const { l, c, h } = lchOf(main)
  const [first, last] = isDark ? [Math.max(PALEST - 0.02, l), Math.min(DEEPEST + 0.02, l)] : [Math.min(DEEPEST, l), Math.max(PALEST, l)]
  return Array.from({ length: STEPS }, (_, i) => {
    if (i === MAIN_STEP) return main
    const far = i < MAIN_STEP ? (MAIN_STEP - i) / MAIN_STEP : (i - MAIN_STEP) / (STEPS - 1 - MAIN_STEP)
    const light = l + ((i < MAIN_STEP ? first : last) - l) * far
    const fade = light > l ? 1 - 0.82 * far : 1 - 0.45 * far
    return hexOfLch({ l: light, c: c * fade, h })
  })
}

const WHITE: Rgb = [1, 1, 1]
/** AA of WCAG 2.2 for text of usual size. */
export const READABLE = 4.5

/** The colour, or the nearest deeper one that carries white text. */
export function contrastingFill(hex: string): string {
  const { l, c, h } = lchOf(hex)
  for (let light = l; light > 0; light -= 0.005) {
    const fill = light === l ? hex.toLowerCase() : hexOfLch({ l: light, c, h })
    if (wcag(WHITE, rgbOf(fill)) >= READABLE) return fill
  }
  return hex
}

/** Lightness of the eleven greys in light and in dark, from the text to the ground. */
const GREYS_LIGHT = [0.15, 0.22, 0.33, 0.48, 0.5, 0.535, 0.875, 0.934, 0.965, 0.98, 1]
const GREYS_DARK = {
  text: [1, 0.935, 0.86, 0.76, 0.68, 0.68, 0.49, 0.4, 0.31, 0.26, 1],
  fill: [1, 0.935, 0.86, 0.76, 0.57, 0.45, 0.36, 0.31, 0.29, 0.262, 0.222],
  line: [1, 0.86, 0.76, 0.64, 0.57, 0.45, 0.39, 0.312, 0.29, 0.262, 0.222],
}
export type GreyKind = keyof typeof GREYS_DARK
const TINT = 0.012

/** Eleven greys with a breath of the brand's hue. */
export function greysOf(brand: string, kind: GreyKind, isDark = false): string[] {
  const { h, c } = lchOf(brand)
  const tint = Math.min(TINT, c / 6)
  return (isDark ? GREYS_DARK[kind] : GREYS_LIGHT).map(l => (l === 1 ? '#ffffff' : hexOfLch({ l, c: tint, h })))
}

/** A few colours that tell what a scheme looks like: its main colour, a deeper and a paler one, the ground. */
export function stripOf(brand: string, isDark: boolean): string[] {
  const scale = scaleOf(brand, isDark)
  return [MAIN_STEP, 2, 6, 8].map(step => scale[step] as string).concat(greysOf(brand, 'fill', isDark)[9] as string)
}

/** A colour as CSS writes it: hex of three to eight digits, rgb() or rgba(), and the words a theme may use. */
export function readColor(text: string): Cover | undefined {
  const value = text.trim().toLowerCase()
  if (value === 'transparent' || value === 'none') return { rgb: [0, 0, 0], alpha: 0 }
  if (value === 'white') return { rgb: [1, 1, 1], alpha: 1 }
  if (value === 'black') return { rgb: [0, 0, 0], alpha: 1 }
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])([0-9a-f])?$/.exec(value)
  if (short)
    return readColor(
      `#${short
        .slice(1)
        .map(digit => (digit ? digit + digit : ''))
        .join('')}`,
    )
  if (/^#[0-9a-f]{6}([0-9a-f]{2})?$/.test(value)) return { rgb: rgbOf(value.slice(0, 7)), alpha: value.length === 9 ? parseInt(value.slice(7), 16) / 255 : 1 }
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:\s*[,/]\s*([\d.]+)(%)?)?\s*\)$/.exec(value)
  if (!parts) return undefined
  const [, r, g, b, alpha = '1', percent] = parts
  const part = (digits = '0') => clamp(Number(digits) / 255)
  return { rgb: [part(r), part(g), part(b)], alpha: clamp(Number(alpha) / (percent ? 100 : 1)) }
}

/** A value that is another one in dark: light-dark(#fff, #000). */
export function sideOf(value: string, isDark: boolean): string {
  if (!value.includes('light-dark(')) return value
  const sides = /^light-dark\((.+?\)?),\s*((?:var|rgba?)\([^()]*\)|[^(),]+)\)$/.exec(value.trim())
  return (sides ? (isDark ? sides[2] : sides[1])?.trim() : undefined) ?? value
}
export const isTwoSided = (value: string) => sideOf(value, true) !== value

/** What is seen of a colour over a ground that covers. */
export const over = ({ rgb, alpha }: Cover, ground: Rgb): Rgb => [0, 1, 2].map(i => (rgb[i] ?? 0) * alpha + (ground[i] ?? 0) * (1 - alpha)) as unknown as Rgb

const luminance = ([r, g, b]: Rgb) => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b)

/** Contrast by WCAG 2.2, from 1 to 21. */
export function wcag(text: Rgb, ground: Rgb): number {
  const [a, b] = [luminance(text), luminance(ground)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Contrast by APCA 0.1.9: its sign tells dark on light (above zero) from light on dark. */
export function apca(text: Rgb, ground: Rgb): number {
  const y = ([r, g, b]: Rgb) => {
    const sum = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4
    return sum < 0.022 ? sum + (0.022 - sum) ** 1.414 : sum
  }
  const [t, g] = [y(text), y(ground)]
  if (Math.abs(t - g) < 0.0005) return 0
  const raw = g > t ? (g ** 0.56 - t ** 0.57) * 1.14 : (g ** 0.65 - t ** 0.62) * 1.14
  if (Math.abs(raw) < 0.1) return 0
  return 100 * (raw > 0 ? raw - 0.027 : raw + 0.027)
}

/** The colour of the same hue that reaches a contrast over a ground and is nearest to the one that is there; undefined where none does. */
export function nearestReadable(hex: string, ground: Rgb, least: number): string | undefined {
  const key = `${hex} ${hexOf(ground)} ${least}`
  if (!found.has(key)) {
    if (found.size >= MOST_FOUND) found.clear()
    found.set(key, searchReadable(hex, ground, least))
  }
  return found.get(key)
}
/** Components share their colours: most of what is asked was asked before. */
const found = new Map<string, string | undefined>()
const MOST_FOUND = 2_000

function searchReadable(hex: string, ground: Rgb, least: number): string | undefined {
  if (wcag(rgbOf(hex), ground) >= least) return hex.toLowerCase()
  const { l, c, h } = lchOf(hex)
  for (let step = 1; step <= 200; step++)
    for (const light of [l - step / 200, l + step / 200]) {
      if (light < 0 || light > 1) continue
      const next = hexOfLch({ l: light, c, h })
      if (wcag(rgbOf(next), ground) >= least) return next
    }
  return undefined
}
