// Reading the JSON Schemas of contracts: which fields there are, and what they take.
import type { AnySchemaObject } from 'ajv'

const alternatives = (schema: AnySchemaObject) => (schema.anyOf ?? schema.oneOf ?? []) as AnySchemaObject[]

/** Contracts do not change while a process runs: what was read once is kept. */
function kept<T>(read: (schema: AnySchemaObject) => T): (schema: AnySchemaObject) => T {
  const known = new WeakMap<AnySchemaObject, { value: T }>()
  return schema => {
    const before = known.get(schema)
    if (before) return before.value
    const value = read(schema)
    known.set(schema, { value })
    return value
  }
}

const readFields = kept((schema): Record<string, AnySchemaObject> | undefined => {
  if (schema.properties) return schema.properties as Record<string, AnySchemaObject>
  const parts = alternatives(schema).map(fieldsOf)
  return parts.length && parts.some(Boolean) ? Object.assign({}, ...parts) : undefined
})
/** Properties of a schema, through anyOf and lists of it; undefined when it is open and anything may come. */
export function fieldsOf(schema: AnySchemaObject | undefined): Record<string, AnySchemaObject> | undefined {
  return schema && readFields(schema)
}

/** True when nothing can be in it that its properties do not name. */
export const isClosed: (schema: AnySchemaObject) => boolean = kept(schema => {
  const parts = alternatives(schema).filter(one => one.type !== 'null')
  return parts.length ? parts.every(isClosed) : schema.additionalProperties === false && schema.properties !== undefined
})

const readItems: (schema: AnySchemaObject) => AnySchemaObject | undefined = kept(
  schema => (schema.items as AnySchemaObject | undefined) ?? alternatives(schema).map(readItems).find(Boolean),
)
/** Schema of the entries of a list. */
export const itemsOf = (schema: AnySchemaObject | undefined): AnySchemaObject | undefined => schema && readItems(schema)

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
