// Where a value or a token is in a theme, and a token of the author's own under another name with all its uses.
import { hexOf, readColor } from './color.ts'
import { BASE_VALUES, entriesIn, valuesIn, type Entry } from './components.ts'
import { groupsOf, valueAt, withValue, type ComponentValues, type ThemeDocument } from './document.ts'
import { PLACES } from './token-file.ts'
import { shadowText } from './differences.ts'

export interface Found {
  /** In the document; what opens it in the editor. */
  path: string
  names: string[]
  entry?: Entry
  /** What stands there. */
  value: string
  /** The document says nothing there: it is as it is shipped. */
  isShipped?: boolean
}
const MOST = 500

/** Values that mean the same have one key: #FFF and #ffffff, 0.50px and 0.5px. */
function keyOf(text: string): string {
  const value = text.trim().toLowerCase()
  const color = readColor(value)
  if (color) return `${hexOf(color.rgb)} ${Math.round(color.alpha * 100)}`
  const length = /^(-?[\d.]+)([a-z%]*)$/.exec(value)
  return length ? `${Number(length[1])}${Number(length[1]) === 0 ? '' : length[2]}` : value.replace(/\s+/g, ' ')
}
const wordsOf = ({ component, part, state, field, key }: Entry) => [
  component.label,
  part.label,
  ...(state && state !== 'default' ? [state] : []),
  field.name,
  ...(key ? [key] : []),
]

/** All colours, sizes and other values of a document with where they are. */
function valuesOf({ global }: ThemeDocument): (Found & { token: string })[] {
  const byAt = new Map(PLACES.map(place => [place.at, place]))
  const tokens = [...byAt.values()]
    .filter(({ at }) => !at.startsWith('global.colors') && !at.startsWith('global.shadows'))
    .map(({ at, variable }) => {
      const path = at.replace(/\.value$/, '')
      const item = path.split('.').reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], { global }) as { label: string; value: string }
      return { path, names: [item.label], value: item.value, token: variable }
    })
  return [
    ...groupsOf(global).flatMap(({ group, path }) =>
      group.body.colors.map(({ color, token }, i) => ({ path: `${path}.body.colors.${i}`, names: [group.label, String(i + 1)], value: color, token })),
    ),
    ...global.colors.data.flatMap((set, i) =>
      set.colors.map(({ value }) => ({ path: `global.colors.data.${i}`, names: ['Data colours', set.label], value, token: set.token })),
    ),
    ...tokens,
    ...global.shadows.map(({ label, token, value }, i) => ({ path: `global.shadows.${i}`, names: ['Shadow', label], value: shadowText(value), token })),
  ]
}

/** What the token or the use at a path is called, its group first; nothing for what has no name of its own. */
export function tokenNames(document: ThemeDocument, path: string): string[] {
  const of = groupsOf(document.global).find(one => path.startsWith(`${one.path}.`))
  const label = valueAt(document, `${path}.label`)
  const own = of && /\.colors\.\d+$/.test(path) ? String(Number(path.split('.').at(-1)) + 1) : typeof label === 'string' ? label : undefined
  return [...(of ? [of.group.label] : []), ...(own ? [own] : [])]
}

/** Everything that names a token: steps that have a use, values of components, those that are as shipped too, and lines of the author's CSS. */
export function usesOf(document: ThemeDocument, token: string): Found[] {
  const names = (value: string) => new RegExp(`var\\(\\s*${token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*[,)]`).test(value)
  const step = groupsOf(document.global).flatMap(({ group, path }) => {
    const at = group.body.colors.findIndex(one => one.token === token)
    return at < 0
      ? []
      : group.body.common.flatMap((use, i) =>
          use.color === at ? [{ path: `${path}.body.common.${i}`, names: [group.label, use.label], value: String(at + 1) }] : [],
        )
  })
  const { set } = valuesIn(document)
  const parts = [...entriesIn(document).values()].flatMap((entry): Found[] => {
    const value = set.get(entry.path)
    const text = value ?? BASE_VALUES[entry.variable]
    return text !== undefined && names(text)
      ? [{ path: entry.path, names: wordsOf(entry), entry, value: text, ...(value === undefined && { isShipped: true }) }]
      : []
  })
  return [...step, ...parts.sort((a, b) => Number(a.isShipped ?? false) - Number(b.isShipped ?? false)), ...inCode(document, names)].slice(0, MOST)
}
const inCode = ({ customStyle: { style } }: ThemeDocument, holds: (line: string) => boolean): Found[] =>
  style
    .split('\n')
    .flatMap((line, i) => (holds(line) ? [{ path: 'customStyle.style', names: ['Custom code', String(i + 1)], value: line.trim().slice(0, 120) }] : []))

/** Where a value stands: tokens first, then components. A text that is no value is looked for in names of tokens. */
export function findValue(document: ThemeDocument, text: string): Found[] {
  const wanted = text.trim()
  if (!wanted) return []
  const variable = /^(?:var\()?\s*(--[\w-]+)\s*\)?$/.exec(wanted)?.[1]
  if (variable)
    return [
      ...valuesOf(document)
        .filter(({ token }) => token === variable)
        .map(({ token: _token, ...one }) => one),
      ...usesOf(document, variable),
    ].slice(0, MOST)
  const key = keyOf(wanted)
  const part = wanted.toLowerCase()
  const isColor = !!readColor(wanted)
  const has = (value: string) => keyOf(value) === key || (isColor && value.split(/[\s,]+(?![^(]*\))/).some(one => readColor(one) && keyOf(one) === key))
  const { set } = valuesIn(document)
  const parts = [...entriesIn(document).values()].flatMap((entry): Found[] => {
    const value = set.get(entry.path)
    const shown = value ?? BASE_VALUES[entry.variable]
    return shown !== undefined && has(shown)
      ? [{ path: entry.path, names: wordsOf(entry), entry, value: shown, ...(value === undefined && { isShipped: true }) }]
      : []
  })
  return [
    ...valuesOf(document).flatMap(({ token, ...one }) => (has(one.value) || token.toLowerCase().includes(part) ? [one] : [])),
    ...parts.sort((a, b) => Number(a.isShipped ?? false) - Number(b.isShipped ?? false)),
    ...inCode(document, line => line.toLowerCase().includes(part)),
  ].slice(0, MOST)
}

interface Names {
  /** Of the type's or size's own variables. */
  variables: ReadonlySet<string>
  prefix: string
  /** In the author's CSS. */
  className: string
}
function namesOf(document: ThemeDocument, kind: 'type' | 'size', token: string): Names {
  const own = `component.button1.${kind}.${token}.`
  return {
    // By name and not by how they begin: another type may be called the same and more.
    variables: new Set([...entriesIn(document).values()].filter(({ path }) => path.startsWith(own)).map(({ variable }) => variable)),
    prefix: kind === 'type' ? `--button-${token}-` : `--button-size-${token}-`,
    className: kind === 'type' ? `.cxd-Button--${token}` : `.cxd-Button--size-${token}`,
  }
}
const VARIABLE = /--[\w-]+/g
const classIn = (className: string) => new RegExp(`${className.replaceAll('.', '\\.')}(?![\\w-])`, 'g')

/** What names a type or size of buttons of the author's own: values of other parts, and lines of CSS. */
export function usesOfButton(document: ThemeDocument, kind: 'type' | 'size', token: string): Found[] {
  const { variables, className } = namesOf(document, kind, token)
  const names = (text: string) => (text.match(VARIABLE) ?? []).some(one => variables.has(one))
  const { set } = valuesIn(document)
  const parts = [...entriesIn(document).values()].flatMap((entry): Found[] => {
    const value = set.get(entry.path)
    return value !== undefined && names(value) ? [{ path: entry.path, names: wordsOf(entry), entry, value }] : []
  })
  return [...parts, ...inCode(document, line => names(line) || classIn(className).test(line))]
}

/** The document with a type or size of buttons under another token: its values, what names its variables, and classes in the author's CSS. */
export function withButtonRenamed(document: ThemeDocument, kind: 'type' | 'size', from: string, to: string): ThemeDocument {
  const all = (document.component.button1 as Record<string, ComponentValues> | undefined)?.[kind]
  const own = all?.[from]
  if (!all || !own || from === to) return document
  const before = namesOf(document, kind, from)
  const after = namesOf(document, kind, to)
  const swap = (text: string) => text.replace(VARIABLE, name => (before.variables.has(name) ? after.prefix + name.slice(before.prefix.length) : name))
  const walk = (values: ComponentValues): ComponentValues =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? (name === 'label' ? value : swap(value)) : typeof value === 'object' ? walk(value) : value,
      ]),
    )
  const renamed = withValue(
    document,
    `component.button1.${kind}`,
    Object.fromEntries(Object.entries(all).map(([token, value]) => [token === from ? to : token, value])),
  )
  const style = document.customStyle.style
  return {
    ...renamed,
    component: walk(renamed.component as ComponentValues) as ThemeDocument['component'],
    customStyle: { style: swap(style).replace(classIn(before.className), after.className) },
  }
}
