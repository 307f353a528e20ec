// Whether a text may become a page: JSON, an object, of a type that exists. What is inside it is for the gate to say.
import type { Schema } from './calls.ts'

export type JsonProblem = { kind: 'syntax' } | { kind: 'shape' } | { kind: 'type'; type: string }
export interface JsonCheck {
  schema?: Schema
  problem?: JsonProblem
}

export function checkJson(text: string, isKnown: (type: string) => boolean): JsonCheck {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: { kind: 'syntax' } }
  }
  if (!value || typeof value !== 'object' || Array.isArray(value)) return { problem: { kind: 'shape' } }
  const schema = value as Schema
  if (typeof schema.type !== 'string' || !isKnown(schema.type)) return { problem: { kind: 'type', type: String(schema.type ?? '') } }
  return { schema }
}
