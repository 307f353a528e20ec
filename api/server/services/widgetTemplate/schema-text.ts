// The schema of a template as its row keeps it.
import type { Core } from '../../core.ts'
import { bodyOf, type Schema } from '../foundation/contents.ts'
import { sketchOf } from './sketch.ts'

/** What a new template starts with. */
export const EMPTY: Schema = { type: 'page', body: [] }

/** The columns that a schema fills; refuses what is too large or too deep. */
export const columnsOf = (schema: Schema) => ({ body: bodyOf(schema).text, screenshot: sketchOf(schema) })

/** The schema of a row. One that cannot be read is logged, and nobody is bothered with it: the editor starts empty. */
export function schemaOf(row: { id: string; body: string }, log: Core['log']): Schema {
  try {
    const schema: unknown = JSON.parse(row.body)
    if (schema && typeof schema === 'object' && !Array.isArray(schema)) return schema as Schema
  } catch {
    // Told below.
  }
  log.warn({ template: row.id }, 'the schema of a widget template cannot be parsed')
  return EMPTY
}
