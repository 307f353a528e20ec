// Reading the JSON Schemas of contracts: which fields there are, and what they take.
import type { AnySchemaObject } from 'ajv'

/** Properties of a schema, through anyOf and lists of it; undefined when it is open and anything may come. */
export function fieldsOf(schema: AnySchemaObject | undefined): Record<string, AnySchemaObject> | undefined {
  if (!schema) return undefined
  if (schema.properties) return schema.properties as Record<string, AnySchemaObject>
  const parts = alternatives(schema).map(fieldsOf)
  return parts.length && parts.some(Boolean) ? Object.assign({}, ...parts) : undefined
}

const alternatives = (schema: AnySchemaObject) => (schema.anyOf ?? schema.oneOf ?? []) as AnySchemaObject[]

/** True when nothing can be in it that its properties do not name. */
export function isClosed(schema: AnySchemaObject): boolean {
  const parts = alternatives(schema).filter(one => one.type !== 'null')
  return parts.length ? parts.every(isClosed) : schema.additionalProperties === false && schema.properties !== undefined
}

/** Schema of the entries of a list. */
export const itemsOf = (schema: AnySchemaObject | undefined): AnySchemaObject | undefined =>
  schema && ((schema.items as AnySchemaObject | undefined) ?? alternatives(schema).map(itemsOf).find(Boolean))

/** JSON types that a schema takes; undefined when it takes any. */
export function typesOf(schema: AnySchemaObject): Set<string> | undefined {
  if (schema.enum) return new Set((schema.enum as unknown[]).map(value => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)))
  if ('const' in schema) return new Set([typeof schema.const])
  const parts = alternatives(schema)
  if (parts.length) {
    const found = parts.map(typesOf)
    return found.includes(undefined) ? undefined : new Set(found.flatMap(one => [...(one as Set<string>)]))
  }
  if (schema.type === undefined) return undefined
  return new Set(([schema.type].flat() as string[]).map(type => (type === 'integer' ? 'number' : type)))
}

/** Fixed values that a schema takes; undefined when there are others. */
export function choicesOf(schema: AnySchemaObject): unknown[] | undefined {
  if (schema.enum) return schema.enum as unknown[]
  if ('const' in schema) return [schema.const]
  const parts = alternatives(schema).filter(one => one.type !== 'null')
  const found = parts.map(choicesOf)
  return parts.length && !found.includes(undefined) ? found.flatMap(one => one as unknown[]) : undefined
}
