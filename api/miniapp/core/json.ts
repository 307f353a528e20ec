export type Json = Record<string, unknown>
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

const HARMFUL = new Set(['__proto__', 'constructor', 'prototype'])
/** A scope: what is not in it is looked for in the one around it. */
export function within(around: object, own: object = {}): Json {
  const scope = Object.create(around) as Json
  for (const [key, value] of Object.entries(own)) if (!HARMFUL.has(key)) scope[key] = value
  return scope
}

/** Sets `a.b` in an object. */
export function put(into: Json, path: string, value: unknown) {
  const steps = path.split('.')
  if (steps.some(step => HARMFUL.has(step))) return
  let at = into
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(at, step) && isJson(at[step]) ? { ...(at[step] as Json) } : {}
    at[step] = next
    at = next
  }
  at[steps.at(-1) as string] = value
}
export const get = (from: unknown, path: string): unknown => path.split('.').reduce<unknown>((at, key) => (at as Json | undefined | null)?.[key], from)
