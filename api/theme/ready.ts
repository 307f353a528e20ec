// Themes to begin with. Each is a colour or two and a shape; the rest is made, and mended until every text is read well.
import { scaleOf } from './color.ts'
import { repairedAll } from './contrast.ts'
import { newTheme, type ThemeDocument } from './document.ts'
import { rescaled, withBrand, withScheme } from './recolor.ts'

interface Ready {
  key: string
  label: string
  brand: string
  isDark?: boolean
  /** Radii of small, usual and large parts, in pixels. */
  radius?: [number, number, number]
  /** Colours of failure, warning and success, where they are to go with the brand. */
  states?: [string, string, string]
  family?: string[]
}

export const READY_THEMES: readonly Ready[] = [
  { key: 'harbour', label: 'Harbour', brand: '#1f5fbf', radius: [3, 4, 6] },
  { key: 'evergreen', label: 'Evergreen', brand: '#14705a', states: ['#c43d3d', '#b7791f', '#1f7a3f'] },
  { key: 'plum', label: 'Plum', brand: '#7a3ea8', radius: [6, 8, 12] },
  { key: 'terracotta', label: 'Terracotta', brand: '#b4492a', radius: [2, 3, 4], states: ['#b3261e', '#9a6700', '#2f7d4f'] },
  { key: 'graphite', label: 'Graphite', brand: '#3b4454', radius: [2, 2, 3] },
  { key: 'rose', label: 'Rose', brand: '#c02660', radius: [8, 10, 14] },
  { key: 'midnight', label: 'Midnight', brand: '#5b8cff', isDark: true },
  { key: 'forest', label: 'Forest night', brand: '#3fae86', isDark: true, radius: [6, 8, 10] },
  { key: 'ember', label: 'Ember', brand: '#e8804a', isDark: true, radius: [3, 4, 6] },
  { key: 'orchid', label: 'Orchid night', brand: '#b98cf0', isDark: true, radius: [8, 10, 14] },
]

const made = new Map<string, ThemeDocument>()

/** A ready theme, which is the caller's own to change. */
export function readyTheme(key: string): ThemeDocument {
  const ready = READY_THEMES.find(one => one.key === key)
  if (!ready) throw new Error(`no ready theme ${key}`)
  const kept = made.get(key) ?? repairedAll(designed(ready))
  made.set(key, kept)
  return structuredClone(kept)
}

function designed({ label, brand, isDark = false, radius, states, family }: Ready): ThemeDocument {
  let theme = withBrand(newTheme(label), brand)
  const { global } = theme
  const colors = states
    ? { ...global.colors, functional: global.colors.functional.map((group, i) => (states[i] ? rescaled(group, states[i], false) : group)) }
    : global.colors
  const borders = radius
    ? { ...global.borders, radius: global.borders.radius.map((one, i) => (radius[i - 1] === undefined ? one : { ...one, value: `${radius[i - 1]}px` })) }
    : global.borders
  // Data in steps that go with the brand first.
  const scale = scaleOf(brand)
  const data = colors.data.map((set, at) => (at === 2 ? { ...set, colors: set.colors.map((one, i) => ({ value: scale[i + 1] ?? one.value })) } : set))
  theme = {
    ...theme,
    global: { ...global, colors: { ...colors, data }, borders, ...(family && { fonts: { ...global.fonts, base: { ...global.fonts.base, body: family } } }) },
  }
  return isDark ? withScheme(theme, true) : theme
}
