// The components that a theme sets: parts, states and fields out of one JSON file each, and the variable behind every field.
import { themeComponents } from '../generated/theme-components.ts'
import baseValues from './base-values.json' with { type: 'json' }
import { BASE_LIGHT, type ThemeDocument } from './document.ts'

export type FieldKind =
  | 'color'
  | 'length'
  | 'border'
  | 'radii'
  | 'font'
  | 'spacing'
  | 'size'
  | 'shadow'
  | 'lineStyle'
  | 'lineWidth'
  | 'radius'
  | 'fontSize'
  | 'lineHeight'
  | 'angle'
export interface Field {
  name: string
  kind: FieldKind
  /** Of fields with several values: what their variables have in common, and the rest of each. */
  stem?: string
  keys?: string[]
  /** Keys that amis' sheet reads under another name than their own. */
  as?: Record<string, string>
}
export interface Part {
  /** Below the component, with {state} where there are several. */
  path: string
  label: string
  section: 'base' | 'size' | 'level' | 'status' | 'other'
  /** Beginning of the variables by state; of parts without states by ''. */
  tokens: Record<string, string>
  /** Where the part is in amis, for outlines and presses. */
  select: string[]
  /** What else amis draws with the same variables, in other components. */
  shares?: string[]
  fields: Field[]
  /** False where the colours are of no text: dots, icons, lines. */
  hasText?: boolean
  /** What is behind its text, by state, where that is another part's. */
  ground?: Record<string, string>
  /** What is read on what besides, as variables: texts that stand on several grounds, and those that are in the colour of another part. */
  pairs?: { text: string; ground: string }[]
  /** Of types and sizes that the author has added. */
  custom?: boolean
}
export interface Sample {
  label: string
  section: Part['section']
  schema: Record<string, unknown>
  /** States that are shown side by side. */
  states?: string[]
  /** Shown over the page, and here in its place. */
  overlay?: 'dialog' | 'drawer' | 'toast'
  /** Shown with its list open. */
  open?: boolean
  /** What of it is pressed once it is there, by its selector. */
  press?: string
  /** Shown with what is missing told. */
  error?: boolean
}
export interface Component {
  key: string
  label: string
  group: 'common' | 'layout' | 'data-entry' | 'data-show' | 'feedback'
  /** Of its values in the document. */
  path: string
  samples: Sample[]
  parts: Part[]
}
/** One value of a theme's component: where it is in the document, and the variable that it sets. */
export interface Entry {
  component: Component
  part: Part
  state: string
  field: Field
  key: string
  kind: FieldKind | 'weight' | 'family' | 'word'
  path: string
  variable: string
}

/** What components are shipped with: amis' own values, and ours over them. */
export const BASE_VALUES: Readonly<Record<string, string>> = { ...baseValues, ...BASE_LIGHT }

export const COMPONENT_GROUPS = ['common', 'layout', 'data-entry', 'data-show', 'feedback'] as const
export const COMPONENTS: readonly Component[] = Object.entries(themeComponents as Record<string, Omit<Component, 'key'>>).map(([key, one]) => ({ key, ...one }))

const withState = (path: string, state: string) => path.replace('{state}', state)
export const partPath = (component: Pick<Component, 'path'>, part: Pick<Part, 'path'>, state: string) =>
  ['component', component.path, ...(part.path ? [withState(part.path, state)] : []), 'body'].join('.')
/** States of a part that this field has a value in. */
export const statesOf = (part: Part, field: Field) => Object.keys(part.tokens).filter(state => variablesOf(part, state, field).length > 0)

/** The keys and variables of a field in a state: those that the shipped look reads. */
function variablesOf(part: Part, state: string, field: Field): [key: string, variable: string][] {
  const token = part.tokens[state]
  if (token === undefined) return []
  const all: [string, string][] = field.keys ? field.keys.map(key => [key, token + (field.stem ?? '') + (field.as?.[key] ?? key)]) : [['', token + field.name]]
  return part.custom ? all : all.filter(([, variable]) => variable in BASE_VALUES)
}

function kindOf(field: Field, key: string): Entry['kind'] {
  if (!key) return field.kind
  if (/color$/i.test(key)) return 'color'
  if (/style$/i.test(key) && /border/.test(key)) return 'lineStyle'
  if (/border-width$/i.test(key)) return 'lineWidth'
  if (/radius$/i.test(key)) return 'radius'
  if (/^fontSize$/i.test(key)) return 'fontSize'
  if (/^lineHeight$/i.test(key)) return 'lineHeight'
  if (/^fontWeight$/i.test(key)) return 'weight'
  if (/^fontFamily$/i.test(key)) return 'family'
  if (/decoration|style|align/i.test(key)) return 'word'
  return 'length'
}

function entriesOfPart(component: Component, part: Part): Entry[] {
  return Object.keys(part.tokens).flatMap(state =>
    part.fields.flatMap(field =>
      variablesOf(part, state, field).map(([key, variable]) => ({
        component,
        part,
        state,
        field,
        key,
        kind: kindOf(field, key),
        path: `${partPath(component, part, state)}.${field.name}${key ? `.${key}` : ''}`,
        variable,
      })),
    ),
  )
}

const builtIn: readonly Entry[] = COMPONENTS.flatMap(component => component.parts.flatMap(part => entriesOfPart(component, part)))
const byPath: ReadonlyMap<string, Entry> = new Map(builtIn.map(entry => [entry.path, entry]))

/** Types and sizes of buttons that come with amis. */
const BUTTON = COMPONENTS.find(({ key }) => key === 'button')
const partsOf = (kind: string) => BUTTON?.parts.filter(({ path }) => path.startsWith(`${kind}.`)) ?? []
export const builtInButtons = (kind: 'type' | 'size') => partsOf(kind).map(({ path }) => path.split('.')[1] ?? '')

/** What an author has added to the types and sizes of buttons. */
export function customButtons({ component }: ThemeDocument): { kind: 'type' | 'size'; token: string; label: string }[] {
  return (['type', 'size'] as const).flatMap(kind => {
    const all = (component.button1 as Record<string, Record<string, { label?: unknown; custom?: unknown }>> | undefined)?.[kind] ?? {}
    return Object.entries(all).flatMap(([token, one]) => (one?.custom === true ? [{ kind, token, label: String(one.label ?? token) }] : []))
  })
}

/** The parts of a component, with those that the document adds. */
export function partsIn(component: Component, document: ThemeDocument): Part[] {
  if (component.key !== 'button') return component.parts
  const added = customButtons(document).flatMap(({ kind, token, label }): Part[] => {
    const like = partsOf(kind)[kind === 'type' ? 1 : 0]
    if (!like) return []
    const swap = (text: string) => text.replace(/(button-size|button)-[a-z]+/, `$1-${token}`)
    return [
      {
        ...like,
        path: kind === 'type' ? `type.${token}.{state}` : `size.${token}`,
        label,
        custom: true,
        select: [kind === 'type' ? `.cxd-Button--${token}` : `.cxd-Button--size-${token}`],
        tokens: Object.fromEntries(Object.entries(like.tokens).map(([state, text]) => [state, swap(text)])),
      },
    ]
  })
  return [...component.parts, ...added]
}

/** Everything that a document may set at components. */
export function entriesIn(document: ThemeDocument): ReadonlyMap<string, Entry> {
  if (!BUTTON || !customButtons(document).length) return byPath
  const added = partsIn(BUTTON, document).filter(({ custom }) => custom)
  return new Map([...byPath, ...added.flatMap(part => entriesOfPart(BUTTON, part)).map(entry => [entry.path, entry] as const)])
}
export const ENTRIES = builtIn

/** Values that a document sets at components, by their path; what is no value is answered under `strange`. */
export function valuesIn(document: ThemeDocument): { set: Map<string, string>; strange: string[] } {
  const set = new Map<string, string>()
  const strange: string[] = []
  const custom = new Set(
    customButtons(document).flatMap(({ kind, token }) => [`component.button1.${kind}.${token}.label`, `component.button1.${kind}.${token}.custom`]),
  )
  const walk = (value: unknown, path: string) => {
    if (custom.has(path)) return
    if (typeof value === 'string') set.set(path, value)
    else if (value && typeof value === 'object' && !Array.isArray(value)) for (const [key, one] of Object.entries(value)) walk(one, `${path}.${key}`)
    else strange.push(path)
  }
  for (const [key, value] of Object.entries(document.component)) walk(value, `component.${key}`)
  return { set, strange }
}
