// Two values that come from one, put together: objects by their names, lists by what tells their entries apart, and the order of both. Pure.
import { isDeepStrictEqual } from 'node:util'
import { rising } from '../../../ledger/index.ts'

export type Decision = 'mine' | 'theirs'
/** Asked about a value that both sides changed differently. */
export type Decide = (at: string[], base: unknown, mine: unknown, theirs: unknown) => Decision

/** Values that are put together in a way of their own; nothing where it is the usual one. */
export type Special = (at: string[], base: unknown, mine: unknown, theirs: unknown, decide: Decide) => { value: unknown } | undefined

export const same = (a: unknown, b: unknown) => isDeepStrictEqual(a, b)
export type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json => !!value && typeof value === 'object' && !Array.isArray(value)

/**
 * The order that two orders of one come to: what one side moved or added stands where that side has it, the rest as it was. Which side is which makes no
 * difference.
 */
export function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[], kept: ReadonlySet<string>): string[] {
  if (same(mine, theirs)) return mine.filter(id => kept.has(id))
  const sides = [mine, theirs].map(list => {
    const own = list.filter(id => kept.has(id))
    const was = new Map(base.map((id, at) => [id, at]))
    const common = own.filter(id => was.has(id))
    const stays = rising(common.map(id => was.get(id) as number))
    const moved = new Set([...common.filter((_id, at) => !stays.has(at)), ...own.filter(id => !was.has(id))])
    return { moved, before: new Map(own.map((id, at) => [id, own[at - 1] ?? ''])) }
  })
  const following = new Map<string, string[]>()
  const placed = new Set<string>()
  const follow = (id: string, other: string) => following.set(other, [...(following.get(other) ?? []), id])
  const placeOf = (id: string) => {
    const places = sides.filter(({ moved }) => moved.has(id)).map(({ before }) => before.get(id) as string)
    // Moved by both: to the same place, or to the one whose neighbour's id comes first.
    return places.length ? places.reduce((a, b) => (a < b ? a : b)) : undefined
  }
  const skeleton = base.filter(id => kept.has(id) && placeOf(id) === undefined)
  const waiting = new Set([...kept].filter(id => placeOf(id) !== undefined))
  for (const id of waiting) follow(id, placeOf(id) as string)
  const order: string[] = []
  const put = (id: string) => {
    if (placed.has(id)) return
    placed.add(id)
    if (id) order.push(id)
    for (const next of (following.get(id) ?? []).toSorted()) put(next)
  }
  put('')
  for (const id of skeleton) put(id)
  // What follows in a circle has no place; the first of it stands at the end.
  for (const id of [...waiting].toSorted()) put(id)
  return order
}

/** Whether all of these lists can be told apart by something that their entries have. */
const keyOf = (lists: readonly unknown[][]): ((one: unknown) => string) | undefined => {
  const all = lists.flat()
  const isUnique = (of: (one: unknown) => string) => lists.every(list => new Set(list.map(of)).size === list.length)
  if (all.every(one => typeof one === 'string')) return isUnique(String) ? String : undefined
  for (const name of ['id', 'token', 'key', 'value'])
    if (all.every(one => isObject(one) && typeof one[name] === 'string')) {
      const of = (one: unknown) => (one as Json)[name] as string
      if (isUnique(of)) return of
    }
  return undefined
}

/** What becomes of a value that both sides may have changed; `undefined` is a value that is not there. */
export function mergeValues(base: unknown, mine: unknown, theirs: unknown, at: string[], decide: Decide, special?: Special): unknown {
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) return theirs
  const whole = special?.(at, base, mine, theirs, decide)
  if (whole) return whole.value
  if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base))) {
    const old = (base ?? {}) as Json
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    return Object.fromEntries(
      names.flatMap(name => {
        const value = mergeValues(own(old, name), own(mine, name), own(theirs, name), [...at, name], decide, special)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }
  if (Array.isArray(mine) && Array.isArray(theirs) && (base === undefined || Array.isArray(base))) {
    const old = (base ?? []) as unknown[]
    const of = keyOf([old, mine, theirs])
    if (of) {
      const [a, b, c] = [old, mine, theirs].map(list => new Map(list.map(one => [of(one), one]))) as [
        Map<string, unknown>,
        Map<string, unknown>,
        Map<string, unknown>,
      ]
      const found = new Map(
        [...new Set([...b.keys(), ...c.keys()])].flatMap(id => {
          const value = mergeValues(a.get(id), b.get(id), c.get(id), [...at, id], decide, special)
          return value === undefined ? [] : [[id, value] as const]
        }),
      )
      return mergeOrder([...a.keys()], [...b.keys()], [...c.keys()], new Set(found.keys())).map(id => found.get(id))
    }
  }
  return decide(at, base, mine, theirs) === 'theirs' ? theirs : mine
}
const own = (object: Json, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined)
