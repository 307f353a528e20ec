// Why a database did not take a change of structure, in our words: its own are for whoever runs it, and may hold values of rows. They stand in the log.
import { ApiError } from '../../../errors.ts'

/** By the codes of PostgreSQL and of MySQL and MariaDB. */
const REASONS: { english: string; codes: RegExp }[] = [
  {
    english: 'Values in the table {table} do not fit the new type of a field. Change the values, or let the field keep its type',
    codes: /^(22\w{3}|42804|42846|ER_(DATA_TOO_LONG|WARN_DATA_\w+|DATA_OUT_OF_RANGE|TRUNCATED_WRONG_VALUE\w*)|WARN_DATA_TRUNCATED)$/,
  },
  { english: 'Rows of the table {table} have no value where each has to have one now', codes: /^(23502|ER_INVALID_USE_OF_NULL|ER_BAD_NULL_ERROR)$/ },
  { english: 'Rows of the table {table} have the same value where each has to have its own now', codes: /^(23505|ER_DUP_ENTRY\w*)$/ },
  { english: 'Rows of the table {table} name rows that are not there', codes: /^(23503|ER_NO_REFERENCED_ROW\w*)$/ },
  { english: 'The account of this data source may not change the structure of its database', codes: /^(42501|ER_\w*ACCESS_DENIED_ERROR)$/ },
  { english: 'The table {table} is in use. Try again', codes: /^(55P03|40P01|40001|57014|ER_LOCK_\w+|ER_(STATEMENT|QUERY)_TIMEOUT)$/ },
  {
    english: 'The database has something of this name already, beside the table {table}',
    codes: /^(42P07|42701|42710|ER_TABLE_EXISTS_ERROR|ER_DUP_FIELDNAME|ER_DUP_KEYNAME)$/,
  },
  { english: 'Something else in the database needs what would change in the table {table}, such as a view', codes: /^(2BP01|0A000)$/ },
  {
    english: 'A row of the table {table} would be longer than the database takes. Use fewer fields, or shorter ones',
    codes: /^(54000|54011|ER_TOO_BIG_\w+|ER_TOO_MANY_FIELDS|ER_TOO_LONG_KEY)$/,
  },
  { english: 'The database has no room left', codes: /^(53100|ER_DISK_FULL|ER_RECORD_FILE_FULL)$/ },
]

/** The table that a statement is about, without its schema. */
const tableIn = (statement: string) => /\b(?:table|on|update|into)\s+(?:["`][^"`]+["`]\.)?["`]([^"`]+)["`]/i.exec(statement)?.[1]

export function structureRefused(statement: string, error: unknown): ApiError {
  const { code = '' } = (error ?? {}) as { code?: string }
  const table = tableIn(statement)
  const english = table && REASONS.find(({ codes }) => codes.test(code))?.english
  if (!english) return new ApiError('data.applyFailed', 'The database did not take the change. Its reason is in the log of the server', 409)
  return new ApiError('data.applyFailed', english, 409, { values: { table } })
}
