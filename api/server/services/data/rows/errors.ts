// What a database says against a row, told at the field it means.
import { ApiError, fieldError } from '../../../errors.ts'
import { isUnreachable, unreachable } from '../sources/connections.ts'
import type { Definition, Field, Model } from '../types.ts'
import { hidden, wholeOf } from './fields.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  column?: string
  detail?: string
  message?: string
}

const short = (id: string) => id.replaceAll('-', '').slice(-12)

/** Fields that a constraint or the words about it name. */
function fieldsOf({ fields, indexes }: Definition, { constraint = '', column = '', detail = '', message = '' }: DatabaseError): Field[] {
  const named = `${constraint} ${message}`
  const own = /\b(?:ux|ix|rx|fk)_([0-9a-f]{12})\b/.exec(named)?.[1]
  if (own) {
    const index = indexes.find(one => short(one.id) === own)
    return index ? fields.filter(field => index.fields.includes(field.id)) : fields.filter(field => short(field.id) === own)
  }
  const columns = column ? [column] : (/Key \(([^)]*)\)/.exec(detail)?.[1]?.split(', ') ?? /Column '([^']+)'|column '([^']+)'/.exec(message)?.slice(1, 3) ?? [])
  return fields.filter(field => columns.includes(field.column))
}

/** Words that whoever made a trigger wrote for those who change rows: of PostgreSQL and of MySQL. */
const WRITTEN_WORDS = new Set(['P0001', 'ER_SIGNAL_EXCEPTION'])

const at = (fields: Field[], code: string, english: string, status = 422) =>
  fields[0] ? fieldError(code, fields[0].key, english) : new ApiError(code, english, status)

/** The refusal that an error of a database stands for; anything else is thrown again as it is. Fields that are hidden from the asker are not named. */
export function rowError({ model, narrow }: { model: Model; narrow(model: Model): Model }, error: unknown): unknown {
  if (error instanceof ApiError) return error
  const said = (error ?? {}) as DatabaseError
  const unseen = hidden(narrow(model))
  const fields = fieldsOf(wholeOf(model).definition, said).filter(field => !unseen.has(field.id))
  switch (said.code) {
    case '23505':
    case 'ER_DUP_ENTRY':
      return at(fields, 'data.taken', 'Another row has this value', 409)
    case '23503':
    case 'ER_NO_REFERENCED_ROW_2':
    case 'ER_ROW_IS_REFERENCED_2':
      return /still referenced|delete or update a parent/i.test(`${said.detail} ${said.message}`)
        ? new ApiError('data.rowInUse', 'Other rows have relations to this one', 409)
        : at(fields, 'data.relationUnknown', 'There is no such row')
    case '23502':
    case 'ER_BAD_NULL_ERROR':
    case 'ER_NO_DEFAULT_FOR_FIELD':
      return at(fields, 'request.invalid', fields[0] || !unseen.size ? 'Required' : 'A field that has to be filled in is not open to you')
    case '57014':
    case 'ER_QUERY_TIMEOUT':
    case 'ER_STATEMENT_TIMEOUT':
    case 'PROTOCOL_SEQUENCE_TIMEOUT':
      return new ApiError('data.tooSlow', 'The database took too long. Narrow the conditions, or add an index', 503)
    case '55P03':
    case '40P01':
    case '40001':
    case 'ER_LOCK_WAIT_TIMEOUT':
    case 'ER_LOCK_DEADLOCK':
      return new ApiError('data.rowBusy', 'Somebody else is changing these rows. Try again', 409)
  }
  if (isUnreachable(error)) return unreachable(error)
  // Classes 22 (values), 23 (constraints), 42 (rights, structure), P0001 (a trigger's own words).
  if (!/^(22|23|42|P0001|ER_)/.test(said.code ?? '')) return error
  // What a database says of itself may hold the values of any field.
  if (unseen.size && !WRITTEN_WORDS.has(said.code ?? '')) return new ApiError('data.rejected', 'The database refused this')
  return new ApiError('data.rejected', 'The database refused this: {reason}', 422, { values: { reason: (said.message ?? '').slice(0, 300) } })
}
