// What there is to write a screen with: components, their properties, and shapes of values with what these take. The table of it comes from amis itself
// (scripts/gate-schemas.ts).
import type { GateTable, ObjectShape, Shape } from './table.ts'

/** A union, by what its members take. */
export interface Union {
  all: Shape[]
  isAny: boolean
  /** Whether some member takes every value of the kind. */
  string: boolean
  number: boolean
  boolean: boolean
  isWordOrNumber: boolean
  objects: Shape[]
  lists: Shape[]
}

/** Properties of one component, ready to look up. */
export interface Kind {
  properties: Map<string, Shape>
  reads: Set<string>
  open: boolean
}

/** A word with numbers in it, such as `even-${number}-${number}`. */
const isPattern = (word: unknown): word is string => typeof word === 'string' && word.includes('${number}')
const patternOf = (word: string) =>
  new RegExp(
    `^${word
      .split('${number}')
      .map(part => part.replace(/[^\w-]/g, '\\$&'))
      .join('[1-9]\\d*')}$`,
  )

/** How a shape is called in a message: words that are joined with "or". */
export function described(shape: Shape, table: GateTable, depth = 0): string[] {
  if (shape === 'str') return ['a text']
  if (shape === 'num') return ['a number']
  if (shape === 'bool') return ['true or false']
  if (shape === 'node') return ['a component']
  if (shape === 'coll') return ['a component, a text or a list of them']
  if (shape === 'any') return ['anything']
  if (shape === 'null') return ['nothing']
  if (typeof shape === 'string') return depth > 3 ? ['an object'] : described(table.defs[shape.slice(1)] ?? 'any', table, depth + 1)
  if (shape[0] === 'e')
    return shape.length > 13
      ? ['one of the known words']
      : [
          shape
            .slice(1)
            .map(value => JSON.stringify(value))
            .join(', '),
        ]
  if (shape[0] === 'a') return ['a list']
  if (shape[0] === 'o') return ['an object']
  if (shape[0] === 'n') return ['a component']
  return [...new Set((shape.slice(1) as Shape[]).filter(one => one !== 'null').flatMap(one => described(one, table, depth + 1)))]
}
/** A dictionary in which `constructor` is as unknown as any other word that nobody put there. */
const bare = <T>(words: Record<string, T>): Record<string, T> => Object.assign(Object.create(null) as Record<string, T>, words)

/** Looks up what amis and Tessera have; what was looked up once is kept, as many screens ask for the same. */
export function vocabularyOf(amis: GateTable, ours: Record<string, ObjectShape>) {
  const table = { ...amis, types: bare(amis.types), reads: bare(amis.reads), habits: bare(amis.habits), controls: bare(amis.controls) }
  const own = bare(ours)
  const kinds = new Map<string, Kind | undefined>()
  const common = new Map(Object.entries(table.common))
  const typeNames = [...Object.keys(table.types), ...Object.keys(own)]
  const unions = new Map<Shape, Shape[]>()
  const propertyNames = new WeakMap<Map<string, Shape>, Map<object | undefined, string[]>>()
  const unionsByKind = new Map<Shape, Union>()
  const wordsOf = new Map<Shape, { words: ReadonlySet<unknown>; patterns: RegExp[] }>()

  function kind(type: string): Kind | undefined {
    if (kinds.has(type)) return kinds.get(type)
    let shape: ObjectShape | string | undefined = own[type] ?? table.types[type]
    while (typeof shape === 'string') shape = table.types[shape.slice('#type:'.length)]
    const made = shape && {
      properties: new Map([...common, ...Object.entries(shape[1])]),
      reads: new Set(table.reads[type]),
      open: shape[2] !== 0,
    }
    // amis renders `static-x` as x beside a label, for every x.
    const inner = !made && type.startsWith('static-') ? kind(type.slice('static-'.length)) : undefined
    const shown = inner && kind('static')
    const result =
      made ??
      (inner && shown
        ? { properties: new Map([...shown.properties, ...inner.properties]), reads: new Set([...shown.reads, ...inner.reads]), open: inner.open }
        : undefined)
    kinds.set(type, result)
    return result
  }

  /** Names of all properties of a component in a place that may give it more. */
  function namesOf(properties: Map<string, Shape>, more: Record<string, Shape> | undefined): readonly string[] {
    const known = propertyNames.get(properties) ?? new Map<object | undefined, string[]>()
    propertyNames.set(properties, known)
    const made = known.get(more) ?? [...properties.keys(), ...Object.keys(more ?? {})]
    known.set(more, made)
    return made
  }
  let names: Set<string> | undefined
  /** True for a property that some component or place has. */
  function isElsewhere(name: string): boolean {
    if (!names) {
      const found = (names = new Set(common.keys()))
      const gather = (shape: unknown): void => {
        if (!Array.isArray(shape) || shape[0] === 'e') return
        if (shape[0] === 'o') for (const [key, one] of Object.entries(shape[1] as Record<string, Shape>)) void (found.add(key), gather(one))
        for (const one of shape.slice(1)) gather(one)
      }
      for (const shapes of [table.types, table.defs, own]) for (const shape of Object.values(shapes)) gather(shape)
    }
    return names.has(name)
  }

  const resolve = (shape: Shape): Shape => {
    let at: Shape = shape
    while (typeof at === 'string' && at.startsWith('#')) at = table.defs[at.slice(1)] ?? 'any'
    return at
  }

  /** All members of a union, through names and unions in it. */
  function members(shape: Shape): Shape[] {
    const known = unions.get(shape)
    if (known) return known
    const found: Shape[] = []
    for (const one of (shape as ['u', ...Shape[]]).slice(1) as Shape[]) {
      const it = resolve(one)
      if (Array.isArray(it) && it[0] === 'u') found.push(...members(it))
      else found.push(it)
    }
    unions.set(shape, found)
    return found
  }

  /** Which members of a union take what, whatever the value is. */
  function unionOf(shape: Shape): Union {
    const known = unionsByKind.get(shape)
    if (known) return known
    const all = members(shape)
    const has = (...kinds: Shape[]) => kinds.some(kind => all.includes(kind))
    const made: Union = {
      all,
      isAny: has('any'),
      string: has('str', 'coll', 'node'),
      number: has('num', 'coll'),
      boolean: has('bool', 'coll'),
      isWordOrNumber: has('num') && has('str'),
      objects: all.filter(one => takes(one, {})),
      lists: all.filter(one => takes(one, [])),
    }
    unionsByKind.set(shape, made)
    return made
  }

  /** One of the words of a list, which may have numbers in them. */
  function isWord(shape: Shape, value: unknown): boolean {
    let known = wordsOf.get(shape)
    if (!known) {
      const words = (shape as ['e', ...unknown[]]).slice(1)
      known = { words: new Set(words), patterns: words.filter(isPattern).map(patternOf) }
      wordsOf.set(shape, known)
    }
    return known.words.has(value) || (typeof value === 'string' && known.patterns.some(pattern => pattern.test(value)))
  }

  function takes(shape: Shape, value: unknown): boolean {
    if (shape === 'any' || shape === 'coll') return true
    if (shape === 'node') return typeof value === 'object' || typeof value === 'string'
    if (shape === 'str') return typeof value === 'string'
    if (shape === 'num') return typeof value === 'number'
    if (shape === 'bool') return typeof value === 'boolean'
    if (shape === 'null') return value === null
    if (typeof shape === 'string') return takes(resolve(shape), value)
    if (shape[0] === 'e') return isWord(shape, value)
    if (shape[0] === 'a') return Array.isArray(value)
    if (shape[0] === 'o' || shape[0] === 'n') return typeof value === 'object' && !Array.isArray(value)
    if (typeof value === 'object' && value !== null) return unionOf(shape)[Array.isArray(value) ? 'lists' : 'objects'].length > 0
    return members(shape).some(one => takes(one, value))
  }

  const pairs = new Map<Shape, Map<Shape, Shape>>()
  /** One or the other, the same union each time. */
  function pair(a: Shape, b: Shape): Shape {
    const known = pairs.get(a)?.get(b)
    if (known) return known
    const made: Shape = ['u', a, b]
    if (!pairs.has(a)) pairs.set(a, new Map())
    pairs.get(a)?.set(b, made)
    return made
  }

  return { table, common, typeNames, kind, namesOf, isElsewhere, resolve, unionOf, takes, pair }
}
