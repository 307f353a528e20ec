// Pages of a list that go on behind a row: as quick far down as at the beginning, and neither a row twice nor one left out, whatever is added meanwhile.
// The mark of a row is what the order asks of it: the exact text of the value that rows are ordered by, and the key.
import { sql, type RawBuilder } from 'kysely'
import { fieldError } from '../../../errors.ts'
import { columnSql } from '../formula-sql.ts'
import type { Field } from '../types.ts'
import { checkKey } from '../values.ts'
import { sortOf, type Opened, type RowSearch } from './statements.ts'

export interface Mark {
  /** Null where the field is empty, and where rows are ordered by their key alone. */
  value: string | null
  id: string
}
/** Longer values make no mark; such a list is read by the numbers of its pages. */
const LONGEST = 1000
const invalid = () => fieldError('data.afterInvalid', 'after', 'This is no mark of a row in this order')

/** Names a row in its order, to ask for what comes behind it. */
export const markText = ({ orderBy = '', orderDir = 'asc' }: RowSearch, { value, id }: Mark) =>
  Buffer.from(JSON.stringify([orderBy, orderBy && orderDir, value, id])).toString('base64url')

/** The row of a mark; refused where it is of another order. */
export function readMark({ orderBy = '', orderDir = 'asc' }: RowSearch, text: string): Mark {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw invalid()
  }
  if (!Array.isArray(parts) || parts.length !== 4) throw invalid()
  const [by, dir, value, id] = parts as unknown[]
  if (by !== orderBy || dir !== (orderBy && orderDir) || typeof id !== 'string' || !(value === null || typeof value === 'string')) throw invalid()
  return { value, id }
}

/** Whether the values of a field can be told as text and compared as they are ordered: MariaDB orders choices by their place, and rounds fractions. */
export function canMark({ store }: Pick<Opened, 'store'>, field: Field | undefined): boolean {
  if (!field || store.engine === 'postgres') return true
  return field.type !== 'enum' && (field.type !== 'decimal' || !!field.precision || field.formula !== undefined)
}

/** The value that rows are ordered by, as an exact text. */
export const textOf = ({ store }: Pick<Opened, 'store'>, column: RawBuilder<unknown>) =>
  store.engine === 'postgres' ? sql`${column}::text` : sql`cast(${column} as char)`

/** A mark's value, to be compared with its column; PostgreSQL takes it for what the column is. */
function valueOf({ store }: Opened, field: Field, text: string): RawBuilder<unknown> {
  if (store.engine === 'postgres') return sql`${text}`
  // Compared with a text, MariaDB takes numbers for fractions.
  if (field.type === 'integer' || field.type === 'autoNumber' || field.type === 'boolean') return sql`cast(${text} as decimal(65, 0))`
  if (field.type === 'decimal') return sql`cast(${text} as decimal(65, ${sql.lit(Math.min(30, text.split('.')[1]?.length ?? 0))}))`
  return sql`${text}`
}

/**
 * Conditions of the rows behind a mark. Where empty values come last, those are a part of their own behind the others, read when the first part has ended:
 * so each is one range of an index.
 */
export function behind(opened: Opened, search: RowSearch, { value, id }: Mark): RawBuilder<boolean>[] {
  const { field, isDown } = sortOf(opened, search)
  const { definition } = opened.model
  const checked = checkKey(definition.primaryKey.type, id)
  if ('problem' in checked) throw invalid()
  const key = sql.id(definition.primaryKey.column)
  const further = isDown ? sql`<` : sql`>`
  const furtherKey = sql<boolean>`${key} ${further} ${checked.value}`
  if (!field) return [furtherKey]
  const column = columnSql(field)
  // PostgreSQL takes empty ones for the greatest, MariaDB for the least.
  const emptyLast = (opened.store.engine === 'postgres') !== isDown
  if (value === null) {
    const empty = sql<boolean>`(${column} is null and ${furtherKey})`
    return emptyLast ? [empty] : [empty, sql<boolean>`${column} is not null`]
  }
  const than = valueOf(opened, field, value)
  // The first comparison is what an index is entered with.
  const rest = sql<boolean>`(${column} ${further}= ${than} and (${column} ${further} ${than} or ${furtherKey}))`
  return emptyLast ? [rest, sql<boolean>`${column} is null`] : [rest]
}

/** The mark of the last row of a full page, where it can be told. */
export function markOf(opened: Opened, search: RowSearch, last: Record<string, unknown>): string | undefined {
  const { field } = sortOf(opened, search)
  if (!canMark(opened, field)) return undefined
  const value = field ? last[SORT_TEXT] : null
  if (value !== null && (typeof value !== 'string' || value.length > LONGEST)) return undefined
  return markText(search, { value, id: String(last.id) })
}
/** Column of a page beside those that are answered. */
export const SORT_TEXT = 'tessera_sort_text'
export const SORT_VALUE = 'tessera_sort_value'
