// Puts a class on the parts of a screen that differ, so that a picture of it can outline them.

export interface MarkedPart {
  /** JSON path such as `body[1].columns[0]`; empty is the screen itself. */
  path: string
  kind: 'changed' | 'removed' | 'added'
  /** A number by which the picture tells where the part is. */
  place?: number
}
type Json = Record<string, unknown>

const stepsOf = (path: string): string[] => path.match(/[^.[\]]+/g) ?? []
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const joined = (given: unknown, more: string) => (typeof given === 'string' && given ? `${given} ${more}` : more)

/** A copy of the screen in which the named parts carry a class; the screen itself carries none, since all of it would be outlined. */
export function withMarks(screen: Json, parts: readonly MarkedPart[]): Json {
  const copy = structuredClone(screen)
  for (const { path, kind, place } of parts) {
    let at: unknown = copy
    for (const step of stepsOf(path)) at = (at as Json | undefined)?.[step]
    if (!isObject(at) || at === copy) continue
    const name = `t-marked is-${kind}${place === undefined ? '' : ` t-place-${place}`}`
    // A class by conditions stays what it is.
    if (at.className === undefined || typeof at.className === 'string') at.className = joined(at.className, name)
    if (/(^|\.)columns\[\d+\]$/.test(path)) at.labelClassName = joined(at.labelClassName, name)
  }
  return copy
}
