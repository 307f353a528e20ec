// Examples of what an operation answers, out of its schema where the file has none of its own.
import { list, object, text, type Documents, type Json } from './documents.ts'

const DEEPEST = 5
const MOST_PARTS = 500

const typeOf = ({ type }: Json) => text(Array.isArray(type) ? type.find(one => one !== 'null') : type)

/** A value that a schema lets pass, roughly: it shows the shape, and no more. */
export function exampleOf(documents: Documents, schema: unknown, file: string, depth = 0, left = { parts: MOST_PARTS }): unknown {
  const found = documents.resolve(schema, file)
  if (!found || depth > DEEPEST || left.parts-- <= 0) return null
  const { value } = found
  if (value.example !== undefined) return value.example
  if (Array.isArray(value.examples) && value.examples.length) return value.examples[0]
  if (value.default !== undefined) return value.default
  if (value.const !== undefined) return value.const
  if (Array.isArray(value.enum)) return value.enum[0]
  const [one] = [...list(value.oneOf), ...list(value.anyOf)]
  if (one) return exampleOf(documents, one, found.file, depth + 1, left)
  const parts = list(value.allOf).map(part => exampleOf(documents, part, found.file, depth + 1, left))
  const own = object(value.properties)
  if (own || parts.some(object))
    return Object.assign(
      {},
      ...parts.filter(object),
      Object.fromEntries(Object.entries(own ?? {}).map(([key, part]) => [key, exampleOf(documents, part, found.file, depth + 1, left)])),
    )
  const type = typeOf(value)
  if (type === 'array') return [exampleOf(documents, value.items, found.file, depth + 1, left)]
  if (type === 'object') return {}
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return true
  return type === 'string' ? 'text' : null
}
export { typeOf }
