// A large value as JSON texts that are each read in some milliseconds: what comes back from a thread, with others answered in between.
import { setImmediate as breathe } from 'node:timers/promises'

export interface Piece {
  /** Names on the way to it. */
  at: readonly string[]
  /** JSON: of the value, or of some items of a list. */
  text: string
  isPart: boolean
}
type Json = Record<string, unknown>

/** Items of one piece of a list, and levels of objects that are cut. */
const ITEMS = 500
const LEVELS = 3

export function cut(value: object, at: readonly string[] = []): Piece[] {
  return Object.entries(value).flatMap(([key, inside]): Piece[] => {
    const here = [...at, key]
    if (Array.isArray(inside) && inside.length > ITEMS)
      return Array.from({ length: Math.ceil(inside.length / ITEMS) }, (_none, n) => ({
        at: here,
        text: JSON.stringify(inside.slice(n * ITEMS, (n + 1) * ITEMS)),
        isPart: true,
      }))
    if (inside && typeof inside === 'object' && !Array.isArray(inside) && here.length < LEVELS && Object.keys(inside).length) return cut(inside, here)
    return inside === undefined ? [] : [{ at: here, text: JSON.stringify(inside), isPart: false }]
  })
}

export async function joined(pieces: readonly Piece[]): Promise<Json> {
  const whole: Json = {}
  for (const { at, text, isPart } of pieces) {
    let owner = whole
    for (const key of at.slice(0, -1)) owner = (owner[key] ??= {}) as Json
    const key = at.at(-1) as string
    const value: unknown = JSON.parse(text)
    if (isPart) ((owner[key] ??= []) as unknown[]).push(...(value as unknown[]))
    else owner[key] = value
    if (pieces.length > 20 || text.length > 100_000) await breathe()
  }
  return whole
}
