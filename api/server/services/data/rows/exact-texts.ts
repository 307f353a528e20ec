// What a database has in the columns of a row, as it is kept with the history: by the ids of fields, so that a renamed field keeps its past.
import { hasOwnColumn, type Definition } from '../types.ts'
import { systemFields } from './filter.ts'

/** A row, or some columns of it: texts by column. */
export type Exact = Record<string, string | null>

const fieldsByColumn = (definition: Definition) =>
  new Map([...systemFields(definition), ...definition.fields.filter(hasOwnColumn)].map(field => [field.column, field]))
const UNREAD = 'column:'

/** What is kept of columns, by the ids of fields; of a whole row without what the values kept beside it say already. */
export function packedExact(
  definition: Definition,
  values: Record<string, unknown> | null,
  exact: Exact | undefined,
  { isWhole }: { isWhole: boolean },
): Exact | null {
  if (!exact || !values) return null
  const byColumn = fieldsByColumn(definition)
  const kept = Object.entries(exact).flatMap(([column, text]) => {
    const id = byColumn.get(column)?.id
    if (id === undefined) return [[`${UNREAD}${column}`, text] as const]
    const value = values[id]
    const isSaid =
      text === null ? Object.hasOwn(values, id) && value === null : (typeof value === 'string' || typeof value === 'number') && String(value) === text
    return isWhole && isSaid ? [] : [[id, text] as const]
  })
  return Object.fromEntries(kept)
}

/** Texts by the columns there are now; `values`, by the ids of fields, are those kept beside a whole row. */
export function unpackedExact(definition: Definition, columns: Iterable<string>, values: Record<string, unknown>, exact: Exact): Exact {
  const byColumn = fieldsByColumn(definition)
  const found: Exact = {}
  for (const column of columns) {
    const id = byColumn.get(column)?.id
    const key = id ?? `${UNREAD}${column}`
    if (Object.hasOwn(exact, key)) found[column] = exact[key] ?? null
    else if (id !== undefined && Object.hasOwn(values, id)) found[column] = values[id] === null ? null : String(values[id])
  }
  return found
}

/** Columns whose text differs, each side. */
export function exactDifference(before: Exact, after: Exact): { before: Exact; after: Exact } {
  const columns = Object.keys(before).filter(column => before[column] !== after[column])
  const of = (row: Exact) => Object.fromEntries(columns.map(column => [column, row[column] ?? null]))
  return { before: of(before), after: of(after) }
}
