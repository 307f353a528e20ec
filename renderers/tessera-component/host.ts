// What the page around a component checks: what goes into its frame and what comes out of it. The frame may be hostile.

export interface Prop {
  key: string
  label?: string
  type: 'text' | 'number' | 'boolean' | 'choice' | 'date' | 'list' | 'object'
  required?: boolean
  options?: { value: string; label?: string }[]
  default?: string | number | boolean | null
}
export interface DeclaredEvent {
  key: string
  label?: string
  data?: string[]
}
export interface Declared {
  name: string
  frame: string
  height: number
  minHeight: number
  maxHeight: number
  props: Prop[]
  events: DeclaredEvent[]
}
/** Frame to page, by the port. */
export type Said =
  | { kind: 'ready' }
  | { kind: 'here' }
  | { kind: 'event'; key: string; data: Record<string, unknown> }
  | { kind: 'height'; height: number }
  | { kind: 'error'; text: string }
  | { kind: 'blocked'; what: string }

/** JSON of what comes with one event. */
const EVENT_CHARACTERS = 20_000
const TEXT = 500
/** All messages of a second; a component that is dragged or drawn on tells some dozens. */
export const MESSAGES = 300
/** Events of a second; what comes beyond them is left out. */
export const EVENTS = 30

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** A value as its property takes it; undefined where it is none of this type. */
function asDeclared({ type, options = [] }: Prop, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : undefined
  if (type === 'boolean') return value === 'false' ? false : Boolean(value)
  if (type === 'choice') return options.find(option => option.value === String(value))?.value
  if (type === 'date') return Number.isNaN(new Date(value as string).getTime()) ? undefined : new Date(value as string).toISOString()
  const whole = parsed(value)
  if (type === 'list') return Array.isArray(whole) ? whole : undefined
  if (type === 'object') return isObject(whole) ? whole : undefined
  return typeof value === 'object' ? undefined : String(value)
}

/** What a component is given: what it declares and nothing else, without what only the page can hold. */
export function givenTo(declared: readonly Prop[], values: Readonly<Record<string, unknown>>): { props: Record<string, unknown>; missing: string[] } {
  const props: Record<string, unknown> = {}
  const missing: string[] = []
  for (const prop of declared) {
    const value = asDeclared(prop, values[prop.key]) ?? asDeclared(prop, prop.default)
    if (value !== undefined) props[prop.key] = value
    else if (prop.required) missing.push(prop.label || prop.key)
  }
  // Functions and the like cannot be sent.
  return { props: JSON.parse(JSON.stringify(props)) as Record<string, unknown>, missing }
}

/** A message of the frame, if it is one; an event only as declared. */
export function readSaid(message: unknown, events: readonly DeclaredEvent[]): Said | undefined {
  if (!isObject(message)) return undefined
  const { kind } = message
  if (kind === 'ready' || kind === 'here') return { kind }
  if (kind === 'height') return typeof message.height === 'number' && Number.isFinite(message.height) ? { kind, height: message.height } : undefined
  if (kind === 'error') return { kind, text: String(message.text).slice(0, TEXT) }
  if (kind === 'blocked') return { kind, what: String(message.what).slice(0, 50) }
  if (kind !== 'event') return undefined
  const declared = events.find(one => one.key === message.key)
  if (!declared || !isObject(message.data ?? {})) return undefined
  try {
    const text = JSON.stringify(message.data ?? {})
    if (text.length > EVENT_CHARACTERS) return undefined
    const all = JSON.parse(text) as Record<string, unknown>
    const data = Object.fromEntries((declared.data ?? []).filter(name => Object.hasOwn(all, name)).map(name => [name, all[name]]))
    return { kind, key: declared.key, data }
  } catch {
    return undefined
  }
}

/** Counts what happens in a second; true while there is no more of it than allowed. */
export function atMost(limit: number, now: () => number = () => performance.now()): () => boolean {
  let since = now()
  let count = 0
  return () => {
    if (now() - since > 1000) {
      since = now()
      count = 0
    }
    return ++count <= limit
  }
}

export interface Look {
  isDark: boolean
  language: string
  colors: Record<string, string>
}
/** Colours and letters of the page around. */
export function lookOf(language: string): Look {
  const style = getComputedStyle(document.body)
  const of = (...names: string[]) => names.map(name => style.getPropertyValue(name).trim()).find(Boolean) ?? ''
  return {
    isDark: document.documentElement.classList.contains('is-dark'),
    language,
    colors: {
      '--tessera-brand': of('--t-brand', '--primary'),
      '--tessera-text': of('--t-text', '--text-color'),
      '--tessera-weak': of('--t-text-2', '--text--muted-color'),
      '--tessera-line': of('--t-line', '--borderColor'),
      '--tessera-ground': of('--t-panel', '--background'),
      '--tessera-font': style.fontFamily,
    },
  }
}
