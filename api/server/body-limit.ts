// How large the body of a call may be: what its contract lets somebody send, and no more. Bodies are read before it is known who sends them.
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../contract-schema.ts'

/** Largest JSON or form body in bytes, where a contract takes whatever a page holds; files have limits of their own in their contracts. */
export const BODY_LIMIT = 4 * 1024 * 1024
/** What every call takes, so that a form that is filled in wrong is told what is wrong. */
const LEAST = 64 * 1024
/** From whoever comes along, whatever the contract says. */
const OF_STRANGERS = 512 * 1024
/** A character in a form: three bytes of UTF-8, each written as `%E4`. */
const CHARACTER = 9

/** Bytes that a value can have; Infinity where the schema does not say. */
function most(schema: AnySchemaObject | boolean | undefined): number {
  if (!schema || typeof schema !== 'object') return Infinity
  if ('const' in schema) return JSON.stringify(schema.const).length
  const { type, enum: words, anyOf, oneOf, properties, additionalProperties, items, maxItems, maxLength } = schema
  if (Array.isArray(words)) return Math.max(...words.map(one => String(one).length)) * CHARACTER + 2
  const either = (anyOf ?? oneOf) as AnySchemaObject[] | undefined
  if (either) return Math.max(...either.map(most))
  if (Array.isArray(type)) return Math.max(...type.map(one => most({ ...schema, type: one as string })))
  if (type === 'string') return ((maxLength as number | undefined) ?? Infinity) * CHARACTER + 2
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'null') return 30
  if (type === 'array') return ((maxItems as number | undefined) ?? Infinity) * (most(items as AnySchemaObject) + 1)
  if (type !== 'object' || additionalProperties !== false) return Infinity
  return Object.entries((properties ?? {}) as Record<string, AnySchemaObject>).reduce((sum, [name, one]) => sum + name.length + 4 + most(one), 2)
}

const known = new WeakMap<object, number>()
export function bodyLimitOf(call: Pick<Call, 'access' | 'schemas'>): number {
  const limit = known.get(call) ?? Math.min(call.access === 'anyone' ? OF_STRANGERS : BODY_LIMIT, LEAST + most(call.schemas.body))
  known.set(call, limit)
  return limit
}
