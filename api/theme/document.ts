// What a theme is: one document of settings, colours and the other tokens, what differs at components, and CSS of its own.
import base from './base.json' with { type: 'json' }

export const SIZE_BASES = [0.125, 0.25, 0.5, 1, 2, 4, 6, 8] as const

export interface ThemeColor {
  token: string
  label: string
  color: string
  index: number
}
/** A use of a scale that is named, by its place in it. */
export interface CommonColor {
  id: string
  label: string
  color: number
  /** What was set to the use before follows when another step is chosen. */
  changeAll: boolean
}
export interface ColorGroup {
  token: string
  label: string
  /** `main`: what the steps were made from, which in dark is not the fifth of them. */
  body: { main?: string; colors: ThemeColor[]; common: CommonColor[] }
}
export interface DataColors {
  token: string
  label: string
  custom: boolean
  colors: { value: string }[]
}
export interface TokenItem {
  token: string
  label: string
  value: string
}
export interface ShadowLayer {
  inset: boolean
  x: string
  y: string
  blur: string
  spread: string
  color: string
}
export interface ShadowItem {
  token: string
  label: string
  value: ShadowLayer[]
}
export interface ThemeGlobal {
  colors: { brand: ColorGroup; neutral: ColorGroup[]; functional: ColorGroup[]; data: DataColors[] }
  fonts: { base: { token: string; body: string[] }; size: TokenItem[]; lineHeight: TokenItem[]; weight: TokenItem[] }
  borders: { width: TokenItem[]; style: TokenItem[]; radius: TokenItem[] }
  sizes: { base: (typeof SIZE_BASES)[number]; start: string; size: TokenItem[] }
  shadows: ShadowItem[]
}
export interface ComponentValues {
  [name: string]: ComponentValues | string | boolean
}
export interface ThemeDocument {
  config: { name: string; description: string; isDark: boolean }
  global: ThemeGlobal
  /** Only what differs from the look that Tessera ships, at the dotted path of its part. */
  component: Record<string, ComponentValues>
  customStyle: { style: string }
}

export const BASE_GLOBAL = base.global as ThemeGlobal
/** Values of components that are shipped otherwise than by amis, by variable. */
export const BASE_LIGHT: Readonly<Record<string, string>> = base.light
/** What the shipped look sets in dark, by variable. */
export const BASE_DARK: Readonly<Record<string, string>> = base.dark
/** Values of components that are shipped darker or lighter than their step, so that they are read well, and the step: with other colours it counts again. */
export const STEPS: Readonly<Record<string, string>> = base.paler
/** Colours of the console around pages, which the shipped look of components refers to. */
export const AROUND: Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>> = base.around

/** System uses of a group of colours, which stay: the first five of the texts, the first four elsewhere. */
export const systemUses = ({ token }: Pick<ColorGroup, 'token'>) => (token === '--colors-neutral-text-' ? 5 : 4)
export const SIZE_STEPS = 50
export const DEFAULT_COLOR = '#2468f2'

/** A theme that changes nothing yet. */
export const newTheme = (name: string): ThemeDocument => ({
  config: { name, description: '', isDark: false },
  global: structuredClone(BASE_GLOBAL),
  component: {},
  customStyle: { style: '' },
})

/** All groups of colours with a scale, and where they are in a document. */
export function groupsOf({ colors }: ThemeGlobal): { group: ColorGroup; path: string }[] {
  return [
    { group: colors.brand, path: 'global.colors.brand' },
    ...colors.neutral.map((group, i) => ({ group, path: `global.colors.neutral.${i}` })),
    ...colors.functional.map((group, i) => ({ group, path: `global.colors.functional.${i}` })),
  ]
}
export const brandOf = (document: ThemeDocument) => document.global.colors.brand.body.main ?? DEFAULT_COLOR

/** The value at a dotted path. */
export function valueAt(from: unknown, path: string): unknown {
  let at = from
  for (const step of path.split('.')) at = at && typeof at === 'object' ? (at as Record<string, unknown>)[step] : undefined
  return at
}

/** A copy with another value at a dotted path, or with none there; what gets empty by it goes too. */
export function withValue<T>(from: T, path: string, value: unknown): T {
  const [step = '', ...rest] = path.split('.')
  const copy = (Array.isArray(from) ? [...from] : { ...from }) as Record<string, unknown>
  const next = rest.length ? withValue((copy[step] as object | undefined) ?? {}, rest.join('.'), value) : value
  const isEmpty = next === undefined || (typeof next === 'object' && next !== null && !Array.isArray(next) && !Object.keys(next).length)
  if (isEmpty && !Array.isArray(from)) delete copy[step]
  else copy[step] = next
  return copy as T
}
