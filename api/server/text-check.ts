// What no column, file or screen can take, refused before a handler sees it.

/** Levels of lists and objects that an input may nest; the deepest real screens stay below 60. */
export const DEEPEST = 150

/** PostgreSQL has no NUL; half of a surrogate pair would come back as another character. */
const UNSTORABLE = /\u0000|\p{Surrogate}/u

/** The first place in an input that cannot be kept, as `field.0.part` and an English sentence. */
export function findUnusable(input: unknown): { at: string; english: string } | undefined {
  // A list of its own instead of recursion: an input may be nested deeper than the stack.
  const waiting: { value: unknown; at: string; depth: number }[] = [{ value: input, at: '', depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, at, depth } = next
    if (typeof value === 'string') {
      if (UNSTORABLE.test(value)) return { at: at || 'body', english: 'Contains characters that cannot be stored' }
    } else if (typeof value === 'number') {
      // JSON's 1e999, and "Infinity" where texts are coerced.
      if (!Number.isFinite(value)) return { at: at || 'body', english: 'This is too large' }
    } else if (value && typeof value === 'object') {
      if (depth >= DEEPEST) return { at: at.split('.')[0] || 'body', english: 'Nested too deep' }
      for (const [key, item] of Object.entries(value)) {
        if (UNSTORABLE.test(key)) return { at: at || 'body', english: 'Contains characters that cannot be stored' }
        // These names would reach the prototype of whatever the input is copied into.
        if (key === '__proto__' || key === 'constructor' || key === 'prototype') return { at: at || key, english: 'Unknown field' }
        if (typeof item === 'string' || typeof item === 'number' || (item && typeof item === 'object'))
          waiting.push({ value: item, at: at ? `${at}.${key}` : key, depth: depth + 1 })
      }
    }
  }
  return undefined
}
