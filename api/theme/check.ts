// What is wrong with a theme: unknown parts, values that are none, tokens that name each other in a circle, too many of them. With the path each.
import { BASE_VALUES, builtInButtons, customButtons, entriesIn, valuesIn, type Entry } from './components.ts'
import { isTwoSided, readColor, sideOf } from './color.ts'
import { readCustomCss } from './custom-css.ts'
import { BASE_GLOBAL, groupsOf, SIZE_STEPS, systemUses, type ThemeDocument, type ThemeGlobal } from './document.ts'
import { THEME_SCOPE } from './css.ts'

export interface ThemeProblem {
  path: string
  english: string
  values?: Record<string, string | number>
}
/** Values that a theme sets at components. */
export const MAX_VALUES = 5_000
const MOST_TOLD = 50

const REFERENCE = /^var\((--[\w-]+)\)$/
const NUMBER = '-?\\d{1,5}(?:\\.\\d{1,4})?'
const LENGTH = new RegExp(`^(?:0|auto|${NUMBER}(?:px|rem|em|%))$`)
const SHADOW = new RegExp(
  `^(?:none|(?:inset\\s+)?(?:(?:0|${NUMBER}(?:px|rem|em))\\s+){2,4}(?:#[0-9a-f]{3,8}|rgba?\\([\\d\\s.,%/]+\\)|transparent|var\\(--[\\w-]+\\)))$`,
  'i',
)
const KINDS: Record<Entry['kind'], (value: string) => boolean> = {
  color: value =>
    isTwoSided(value)
      ? [true, false].every(isDark => REFERENCE.test(sideOf(value, isDark)) || readColor(sideOf(value, isDark)) !== undefined)
      : readColor(value) !== undefined || value === 'inherit',
  length: value => LENGTH.test(value),
  lineWidth: value => LENGTH.test(value),
  radius: value => LENGTH.test(value),
  fontSize: value => LENGTH.test(value),
  lineHeight: value => /^\d(?:\.\d{1,3})?$/.test(value) || LENGTH.test(value) || value === 'normal',
  lineStyle: value => /^(none|solid|dashed|dotted|double)$/.test(value),
  weight: value => /^([1-9]00|normal|bold)$/.test(value),
  family: value => isFamily(value),
  word: value => /^[a-z -]{1,40}$/.test(value),
  angle: value => /^-?\d{1,3}deg$/.test(value),
  shadow: value => value.split(/,(?![^(]*\))/).every(layer => SHADOW.test(layer.trim())),
  border: () => false,
  radii: () => false,
  font: () => false,
  spacing: () => false,
  size: () => false,
}
const isFamily = (value: string) => /^[\p{L}\p{N} ,'_-]{1,120}$/u.test(value)
export const isValueOf = (kind: Entry['kind'], value: string) => REFERENCE.test(value) || KINDS[kind](value)

/** Names of all tokens that a document defines. */
export function tokensOf(global: ThemeGlobal): string[] {
  return [
    ...groupsOf(global).flatMap(({ group }) => group.body.colors.map(({ token }) => token)),
    ...[
      global.fonts.size,
      global.fonts.lineHeight,
      global.fonts.weight,
      global.borders.width,
      global.borders.style,
      global.borders.radius,
      global.sizes.size,
    ].flatMap(list => list.map(({ token }) => token)),
    ...global.shadows.map(({ token }) => token),
    ...Array.from({ length: SIZE_STEPS }, (_, i) => `--sizes-base-${i + 1}`),
    global.fonts.base.token,
  ]
}
const SHIPPED_TOKENS = tokensOf(BASE_GLOBAL)

/** Tokens are kept as they are shipped: another one at a place would be a variable that nothing reads, or anything else. */
function checkTokens({ global }: ThemeDocument, tell: (path: string, english: string, values?: ThemeProblem['values']) => void) {
  const shipped = BASE_GLOBAL
  const lists: [string, { token: string }[], { token: string }[]][] = [
    ...(['size', 'lineHeight', 'weight'] as const).map(
      name => [`global.fonts.${name}`, global.fonts[name], shipped.fonts[name]] as [string, { token: string }[], { token: string }[]],
    ),
    ...(['width', 'style', 'radius'] as const).map(
      name => [`global.borders.${name}`, global.borders[name], shipped.borders[name]] as [string, { token: string }[], { token: string }[]],
    ),
    ['global.sizes.size', global.sizes.size, shipped.sizes.size],
    ['global.shadows', global.shadows, shipped.shadows],
    ['global.colors.neutral', global.colors.neutral, shipped.colors.neutral],
    ['global.colors.functional', global.colors.functional, shipped.colors.functional],
    ['global.colors.brand', [global.colors.brand], [shipped.colors.brand]],
    ['global.fonts.base', [global.fonts.base], [shipped.fonts.base]],
  ]
  for (const [path, list, wanted] of lists) {
    if (list.length !== wanted.length) tell(path, 'There are {count} entries here', { count: wanted.length })
    list.forEach(({ token }, i) => {
      if (token !== wanted[i]?.token) tell(`${path}.${i}.token`, 'Tokens cannot be changed')
    })
  }
  const groups = groupsOf(shipped)
  for (const { group, path } of groupsOf(global)) {
    const one = groups.find(({ group: { token } }) => token === group.token)?.group
    group.body.colors.forEach(({ token, index }, i) => {
      if (one && (token !== one.body.colors[i]?.token || index !== i)) tell(`${path}.body.colors.${i}.token`, 'Tokens cannot be changed')
    })
    if (one && group.body.colors.length !== one.body.colors.length)
      tell(`${path}.body.colors`, 'There are {count} entries here', { count: one.body.colors.length })
    group.body.common.forEach(({ color }, i) => {
      if (color >= group.body.colors.length) tell(`${path}.body.common.${i}.color`, 'There is no such step')
    })
    const ids = group.body.common.map(({ id }) => id)
    for (const { id } of one?.body.common.slice(0, systemUses(group)) ?? [])
      if (!ids.includes(id)) tell(`${path}.body.common`, 'This use comes with the system: {id}', { id })
    if (new Set(ids).size < ids.length) tell(`${path}.body.common`, 'A name stands twice')
  }
  const sets = global.colors.data.map(({ token }) => token)
  if (new Set(sets).size < sets.length) tell('global.colors.data', 'A name stands twice')
  for (const { token } of shipped.colors.data) if (!sets.includes(token)) tell('global.colors.data', 'This use comes with the system: {id}', { id: token })
  global.fonts.base.body.forEach((name, i) => {
    if (!isFamily(name)) tell(`global.fonts.base.body.${i}`, 'This is no value of this kind')
  })
}

/** Whether what a variable names leads back to it. */
function circleOf(start: string, named: (variable: string) => readonly string[]): string[] | undefined {
  const path: string[] = []
  const seen = new Set<string>()
  const go = (variable: string): boolean => {
    path.push(variable)
    for (const next of named(variable)) {
      if (next === start) return true
      if (!seen.has(next)) {
        seen.add(next)
        if (go(next)) return true
      }
    }
    path.pop()
    return false
  }
  return go(start) ? [...path, start] : undefined
}
const namesIn = (value: string | undefined) => [...(value ?? '').matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name)

/** Everything that is wrong, as far as the schema of documents does not say it already; the first fifty. */
export function checkTheme(document: ThemeDocument): ThemeProblem[] {
  const found: ThemeProblem[] = []
  const tell = (path: string, english: string, values?: ThemeProblem['values']) => void found.push({ path, english, ...(values && { values }) })
  const { set, strange } = valuesIn(document)
  if (set.size > MAX_VALUES) return [{ path: 'component', english: 'No more than {limit} values', values: { limit: MAX_VALUES } }]
  checkTokens(document, tell)
  for (const path of strange) tell(path, 'This is no value of this kind')
  for (const { kind, token, label } of customButtons(document)) {
    const path = `component.button1.${kind}.${token}`
    if (builtInButtons(kind).includes(token) || !/^[a-z][a-z0-9-]{0,30}$/.test(token))
      tell(path, 'A token begins with a letter; lower-case letters, digits and hyphens, at most 31')
    if (!label.trim() || label.length > 50) tell(`${path}.label`, 'Please enter a label of at most 50 characters')
  }
  const entries = entriesIn(document)
  const tokens = new Set([...SHIPPED_TOKENS, ...[...entries.values()].map(({ variable }) => variable), ...Object.keys(BASE_VALUES)])
  const values = new Map<string, string>()
  const pathOf = new Map<string, string>()
  for (const [path, value] of set) {
    const entry = entries.get(path)
    if (!entry) tell(path, 'There is no such part or field')
    else if (!isValueOf(entry.kind, value)) tell(path, 'This is no value of this kind')
    else {
      for (const name of namesIn(value)) if (!tokens.has(name)) tell(path, 'There is no token {name}', { name })
      values.set(entry.variable, value)
      pathOf.set(entry.variable, path)
    }
  }
  const named = (variable: string) => namesIn(values.get(variable) ?? BASE_VALUES[variable])
  for (const [variable, value] of values) {
    if (!namesIn(value).length) continue
    const circle = circleOf(variable, named)
    if (circle) tell(pathOf.get(variable) ?? 'component', 'These tokens name each other in a circle: {names}', { names: circle.join(' → ').slice(0, 300) })
  }
  for (const { line, column, english, values: told } of readCustomCss(document.customStyle.style, THEME_SCOPE).problems)
    tell(`customStyle.style:${line}:${column}`, english, { ...told })
  return found.slice(0, MOST_TOLD)
}
