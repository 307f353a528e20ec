// What no column, file or screen can take, refused before a handler sees it.
import { unreadText } from './services/foundation/unread.ts'

/** Levels of lists and objects that an input may nest; the deepest real screens stay below 60. */
export const DEEPEST = 150

/** PostgreSQL has no NUL; half of a surrogate pair would come back as another character. */
const UNSTORABLE = /\u0000|\p{Surrogate}/u

const NOT_STORED = 'Contains characters that cannot be stored'

function faultOf(item: unknown): string | undefined {
  if (typeof item === 'string') return UNSTORABLE.test(item) ? NOT_STORED : undefined
  // JSON's 1e999, and "Infinity" where texts are coerced.
  return typeof item === 'number' && !Number.isFinite(item) ? 'This is too large' : undefined
}

interface Fault {
  /** From the outside in; put together only when something is found. */
  path: string[]
  english: string
}

function lookInto(value: object, depth: number): Fault | undefined {
  // Also what keeps this from going deeper than the stack.
  if (depth >= DEEPEST) return { path: [], english: 'Nested too deep' }
  const list = Array.isArray(value)
  const keys = list ? value : Object.keys(value)
  for (let at = 0; at < keys.length; at++) {
    const key = list ? '' : (keys[at] as string)
    if (!list && UNSTORABLE.test(key)) return { path: [], english: NOT_STORED }
    // These names would reach the prototype of whatever the input is copied into.
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return { path: depth ? [] : [key], english: 'Unknown field' }
    const item: unknown = list ? value[at] : (value as Record<string, unknown>)[key]
    if (item && typeof item === 'object') {
      // A thread has looked into it.
      if (unreadText(item) !== undefined) continue
      const found = lookInto(item, depth + 1)
      if (found) return { path: [list ? String(at) : key, ...found.path], english: found.english }
    } else {
      const english = faultOf(item)
      if (english !== undefined) return { path: [list ? String(at) : key], english }
    }
  }
  return undefined
}

/** The first place in an input that cannot be kept, as `field.0.part` and an English sentence. Hundreds of thousands of values take some milliseconds. */
export function findUnusable(input: unknown): { at: string; english: string } | undefined {
  const english = faultOf(input)
  if (english !== undefined) return { at: 'body', english }
  const found = input && typeof input === 'object' ? lookInto(input, 0) : undefined
  if (!found) return undefined
  // Where something is too deep, the field says it best.
  const path = found.english === 'Nested too deep' ? found.path.slice(0, 1) : found.path
  return { at: path.join('.') || 'body', english: found.english }
}
