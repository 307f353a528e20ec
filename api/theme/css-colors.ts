// Colours as CSS writes them in functions, as the parts that the Design Tokens format has for the same space. Pure.

interface Parts {
  colorSpace: string
  components: (number | 'none')[]
  alpha: number
}
/** What a hundred percent of each part is; hues are angles. */
const WHOLE: Record<string, readonly (number | 'hue')[]> = {
  hsl: ['hue', 100, 100],
  hwb: ['hue', 100, 100],
  oklch: [1, 0.4, 'hue'],
  oklab: [1, 0.4, 0.4],
  srgb: [1, 1, 1],
  'srgb-linear': [1, 1, 1],
  'display-p3': [1, 1, 1],
}
const TURNS: Record<string, number> = { deg: 1, '': 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?$/

function partOf(text: string, whole: number | 'hue'): number | 'none' | undefined {
  if (text === 'none') return 'none'
  const [, digits, unit = ''] = NUMBER.exec(text) ?? []
  if (digits === undefined) return undefined
  if (whole === 'hue') return unit === '%' ? undefined : Number(digits) * (TURNS[unit] as number)
  if (unit === '%') return (Number(digits) / 100) * whole
  return unit ? undefined : Number(digits)
}

/** hsl(), hwb(), oklch(), oklab() and color() of the spaces that are known; nothing for all else. */
export function cssColor(text: string): Parts | undefined {
  const [, name = '', inside = ''] = /^(hsla?|hwb|oklch|oklab|color)\(([^()]*)\)$/.exec(text.trim().toLowerCase()) ?? []
  const [main = '', behind, ...more] = inside.split('/').map(part => part.trim())
  const said = main.split(/\s*,\s*|\s+/)
  const space = name === 'color' ? (said.shift() ?? '') : name.replace('hsla', 'hsl')
  const whole = Object.hasOwn(WHOLE, space) ? WHOLE[space] : undefined
  // Written with commas, the cover is the fourth part.
  const cover = behind ?? (main.includes(',') ? said[3] : undefined)
  if (!name || !whole || more.length || said.length !== (behind === undefined && cover !== undefined ? 4 : 3)) return undefined
  const components = whole.map((one, i) => partOf(said[i] as string, one))
  const alpha = cover === undefined ? 1 : partOf(cover, 1)
  if (!components.every(part => part !== undefined) || alpha === undefined) return undefined
  return { colorSpace: space, components, alpha: alpha === 'none' ? 0 : Math.min(1, Math.max(0, alpha)) }
}
