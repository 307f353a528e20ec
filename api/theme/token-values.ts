// Values of CSS as the Design Tokens format (DTCG 2025.10) writes them, and back. Pure.
import { hexOf, hexOfLch, readColor, type Rgb } from './color.ts'
import type { Entry } from './components.ts'
import { cssColor } from './css-colors.ts'
import type { ShadowLayer } from './document.ts'

export type TokenType = 'color' | 'dimension' | 'number' | 'fontFamily' | 'fontWeight' | 'strokeStyle' | 'shadow'
type Fields = Record<string, unknown>

/** The type that a kind of value is, where the format has one; lengths and line heights say it by their text. */
export function typeOf(kind: Entry['kind'], text: string): TokenType | undefined {
  switch (kind) {
    case 'color':
      return 'color'
    case 'length':
    case 'lineWidth':
    case 'radius':
    case 'fontSize':
      return 'dimension'
    case 'lineHeight':
      return /[a-z]$/.test(text) ? 'dimension' : 'number'
    case 'weight':
      return 'fontWeight'
    case 'family':
      return 'fontFamily'
    case 'lineStyle':
      return 'strokeStyle'
    case 'shadow':
      return 'shadow'
    default:
      return undefined
  }
}

const round = (value: number, places: number) => Number(value.toFixed(places))
const DIMENSION = /^(-?\d+(?:\.\d+)?)(px|rem)$/
const STROKES = ['solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'outset', 'inset']

const dimensionOf = (text: string) => {
  const [, value, unit] = DIMENSION.exec(text) ?? (/^-?0$/.test(text) ? ['', '0', 'px'] : [])
  return value === undefined ? undefined : { value: Number(value), unit }
}
function colorOf(text: string) {
  const read = readColor(text)
  if (!read) return undefined
  return {
    colorSpace: 'srgb',
    components: read.rgb.map(part => round(part, 5)),
    ...(read.alpha < 1 && { alpha: round(read.alpha, 4) }),
    hex: hexOf(read.rgb),
  }
}
export function shadowOf(layers: readonly ShadowLayer[]) {
  const made = layers.map(({ inset, x, y, blur, spread, color }) => ({
    color: colorOf(color),
    offsetX: dimensionOf(x),
    offsetY: dimensionOf(y),
    blur: dimensionOf(blur),
    spread: dimensionOf(spread),
    ...(inset && { inset }),
  }))
  return made.length && made.every(layer => Object.values(layer).every(part => part !== undefined)) ? made : undefined
}

/** A text as a value of the format; nothing where the format cannot say it (percentages, `auto`, `none` …). */
export function valueOf(type: TokenType, text: string): unknown {
  switch (type) {
    case 'color':
      return colorOf(text)
    case 'dimension':
      return dimensionOf(text)
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
    case 'fontWeight':
      return /^\d{1,3}$/.test(text) ? Number(text) : text === 'normal' || text === 'bold' ? text : undefined
    case 'fontFamily':
      return text.split(',').map(name => name.trim())
    case 'strokeStyle':
      return STROKES.includes(text) ? text : undefined
    case 'shadow':
      return undefined
  }
}

const part = (value: unknown) => (value === 'none' ? 0 : typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const gamma = (linear: number) => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
function hueRgb(h: number, s: number, l: number): Rgb {
  const at = (n: number) => {
    const k = (n + h / 30) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [at(0), at(8), at(4)]
}
/** Spaces of the format that can be turned into sRGB here; for the others a file has to bring the hex. */
const SPACES: Record<string, (a: number, b: number, c: number) => Rgb> = {
  srgb: (a, b, c) => [a, b, c],
  'srgb-linear': (a, b, c) => [gamma(a), gamma(b), gamma(c)],
  hsl: (h, s, l) => hueRgb(((h % 360) + 360) % 360, s / 100, l / 100),
  hwb: (h, white, black) => {
    const [w, b] = [white / 100, black / 100]
    if (w + b >= 1) return [w / (w + b), w / (w + b), w / (w + b)]
    return hueRgb(((h % 360) + 360) % 360, 1, 0.5).map(one => one * (1 - w - b) + w) as unknown as Rgb
  },
  oklch: (l, c, h) => rgbOfHex(hexOfLch({ l, c, h })),
  oklab: (l, a, b) => rgbOfHex(hexOfLch({ l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI })),
  'display-p3': (a, b, c) => {
    const [r, g, u] = [linear(a), linear(b), linear(c)]
    return [
      gamma(1.2249401762 * r - 0.2249401762 * g),
      gamma(-0.0420569547 * r + 1.0420569547 * g),
      gamma(-0.0196375546 * r - 0.0786360456 * g + 1.0982736002 * u),
    ]
  },
}
const rgbOfHex = (hex: string) => (readColor(hex)?.rgb ?? [0, 0, 0]) as Rgb

/** What the parts of a space may be; hues go round, and axes without an end are as they are. */
const WITHIN: Record<string, readonly (readonly [least: number, most: number] | undefined)[]> = {
  srgb: [
    [0, 1],
    [0, 1],
    [0, 1],
  ],
  'srgb-linear': [
    [0, 1],
    [0, 1],
    [0, 1],
  ],
  'display-p3': [
    [0, 1],
    [0, 1],
    [0, 1],
  ],
  hsl: [undefined, [0, 100], [0, 100]],
  hwb: [undefined, [0, 100], [0, 100]],
  oklch: [[0, 1], [0, Infinity], undefined],
  oklab: [[0, 1], undefined, undefined],
}

function colorText(value: unknown): string | undefined {
  // Files from before 2025.10 write what CSS has.
  if (typeof value === 'string') {
    const parts = cssColor(value)
    if (parts) return colorText(parts)
    return readColor(value) ? value.trim().toLowerCase() : undefined
  }
  const { colorSpace, components, alpha, hex } = (value ?? {}) as Fields
  const parts = Array.isArray(components) && components.length === 3 ? components.map(part) : []
  const space = typeof colorSpace === 'string' ? SPACES[colorSpace] : undefined
  const [a, b, c] = parts
  const within = typeof colorSpace === 'string' ? WITHIN[colorSpace] : undefined
  if (within?.some((one, i) => one && parts[i] !== undefined && (parts[i] < one[0] || parts[i] > one[1]))) return undefined
  const cover = alpha === undefined ? 1 : part(alpha)
  if (cover === undefined || cover < 0 || cover > 1) return undefined
  const solid =
    space && a !== undefined && b !== undefined && c !== undefined
      ? hexOf(space(a, b, c))
      : typeof hex === 'string' && /^#[0-9a-f]{6}$/i.test(hex) && (components === undefined || !space)
        ? hex.toLowerCase()
        : undefined
  if (!solid || cover === 1) return solid
  const rgb = rgbOfHex(solid).map(one => Math.round(one * 255))
  return `rgba(${rgb.join(', ')}, ${cover})`
}
function dimensionText(value: unknown): string | undefined {
  if (typeof value === 'string') return DIMENSION.test(value) || value === '0' ? value : undefined
  // Figma has numbers alone, which are pixels.
  if (typeof value === 'number' && Number.isFinite(value)) return `${round(value, 3)}px`
  const { value: number, unit } = (value ?? {}) as Fields
  return typeof number === 'number' && Number.isFinite(number) && (unit === 'px' || unit === 'rem') ? `${number}${unit}` : undefined
}
/** Names of weights that the format knows. */
const WEIGHTS: Record<string, number> = Object.fromEntries(
  [
    ['thin', 'hairline'],
    ['extra-light', 'ultra-light'],
    ['light'],
    ['normal', 'regular', 'book'],
    ['medium'],
    ['semi-bold', 'demi-bold'],
    ['bold'],
    ['extra-bold', 'ultra-bold'],
    ['black', 'heavy'],
    ['extra-black', 'ultra-black'],
  ].flatMap((names, i) => names.map(name => [name, i === 9 ? 950 : (i + 1) * 100])),
)
export function layersOf(value: unknown): ShadowLayer[] | undefined {
  const layers = (Array.isArray(value) ? value : [value]).map((one): ShadowLayer | undefined => {
    const { color, offsetX, offsetY, blur, spread, inset } = (one ?? {}) as Fields
    const said = [dimensionText(offsetX), dimensionText(offsetY), dimensionText(blur), spread === undefined ? '0px' : dimensionText(spread), colorText(color)]
    const [x, y, soft, wide, shade] = said
    if (x === undefined || y === undefined || soft === undefined || wide === undefined || shade === undefined) return undefined
    return { inset: inset === true, x, y, blur: soft, spread: wide, color: shade }
  })
  return layers.every(layer => layer !== undefined) ? layers : undefined
}

/** A value of the format as text of CSS; nothing where it is none of this type. */
export function textOf(type: TokenType, value: unknown): string | undefined {
  switch (type) {
    case 'color':
      return colorText(value)
    case 'dimension':
      return dimensionText(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
    case 'fontWeight': {
      if (value === 'normal' || value === 'bold') return value
      const number = typeof value === 'string' ? WEIGHTS[value.toLowerCase()] : value
      return typeof number === 'number' && number >= 1 && number <= 1000 ? String(number) : undefined
    }
    case 'fontFamily': {
      const names = Array.isArray(value) ? value : [value]
      return names.length && names.every(name => typeof name === 'string') ? names.join(', ') : undefined
    }
    case 'strokeStyle':
      return typeof value === 'string' && STROKES.includes(value) ? value : undefined
    case 'shadow': {
      const layers = layersOf(value)
      return layers?.map(({ inset, x, y, blur, spread, color }) => `${inset ? 'inset ' : ''}${x} ${y} ${blur} ${spread} ${color}`).join(', ')
    }
  }
}
