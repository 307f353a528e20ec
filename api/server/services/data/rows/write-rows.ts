// Puts rows of a package into new tables: many in one statement, and each that does not fit told by its number.
import { sql } from 'kysely'
import { ApiError, fieldError } from '../../../errors.ts'
import type { Trx } from '../../../store/database.ts'
import { tableOf } from '../sql-text.ts'
import { hasColumn, type Definition, type Field } from '../types.ts'
import { bound, checkValue } from '../values.ts'
import { carried, filledPeople, type PackedModel, type PlainRow } from './portable-rows.ts'

export interface RowsFor {
  model: PackedModel
  read(): AsyncIterable<PlainRow[]>
}
type Values = Map<string, unknown>
interface Numbered {
  number: number
  values: Values
}

/** Rows of one statement, which others wait for. */
const AT_ONCE = 1000

/** The refusal of a package because of a row in it. */
export const badRow = (model: string, row: number, field: string) =>
  fieldError('package.badRow', 'file', 'The package holds a row of {model} that does not fit: {field} in row {row}', { model, row, field })

/** PostgreSQL has no texts with it. */
const NOUGHT = '\u0000'
/** What a table refuses of a row: what has to be unique, a relation to nothing, a text that the column cannot hold. */
const REFUSED = /^2[23]/

export async function writeRows(schema: string, list: readonly RowsFor[], userId: string, trx: Trx): Promise<void> {
  const written = new Set<string>()
  const waiting: { one: RowsFor; fields: Field[] }[] = []
  for (const one of list) {
    const { model } = one
    const { definition, key } = model
    const fields = carried(definition).filter(hasColumn)
    const types = await typesOf(schema, definition.table, trx)
    const waits = fields.filter(field => field.type === 'relationOne' && !written.has(field.relation?.modelId ?? ''))
    const isLater = new Set(waits)
    const filled = filledPeople(definition).map(field => field.column)
    const table = tableOf(schema, definition.table)
    await inBatches(one, async rows => {
      const numbered = rows.map(({ number, row }): Numbered => {
        const values: Values = new Map<string, unknown>([
          ['id', row.id],
          ['created_by', userId],
          ['updated_by', userId],
        ])
        for (const field of fields) {
          const value = checked(field, row, key, number)
          if (value !== undefined && !isLater.has(field)) values.set(field.column, value)
        }
        for (const column of filled) values.set(column, userId)
        return { number, values }
      })
      // What a row leaves out gets the column's own default, so rows of the same columns go together.
      for (const same of grouped(numbered))
        await fitting(definition, key, same, trx, some => {
          const names = [...(some[0] as Numbered).values.keys()]
          return sql`insert into ${table} (${sql.join(names.map(name => sql.id(name)))}) select ${typed(names, types)} from ${listed(names, some)}`.execute(trx)
        })
    })
    written.add(model.id)
    if (waits.length) waiting.push({ one, fields: waits })
  }
  // Where models name each other, and where rows name others of their own model.
  for (const { one, fields } of waiting) {
    const { definition, key } = one.model
    const types = await typesOf(schema, definition.table, trx)
    await inBatches(one, async rows => {
      for (const field of fields) {
        const numbered = rows.flatMap(({ number, row }): Numbered[] => {
          const value = checked(field, row, key, number)
          return value === undefined
            ? []
            : [
                {
                  number,
                  values: new Map([
                    ['id', row.id],
                    [field.column, value],
                  ]),
                },
              ]
        })
        if (!numbered.length) continue
        const names = ['id', field.column]
        await fitting(definition, key, numbered, trx, some =>
          sql`update ${tableOf(schema, definition.table)} as one set ${sql.id(field.column)} = new.${sql.id(field.column)}
            from (select ${typed(names, types)} from ${listed(names, some)}) as new where one.id = new.id`.execute(trx),
        )
      }
    })
  }
}

/** A value as it is bound; undefined where the row has none. */
function checked(field: Field, row: PlainRow, model: string, number: number): unknown {
  const value = row[field.key]
  if (value === undefined || value === null) return undefined
  const result = checkValue(field, value, 'uuid')
  if ('problem' in result || (typeof result.value === 'string' && result.value.includes(NOUGHT))) throw badRow(model, number, field.key)
  return bound('postgres', result.value)
}

async function inBatches({ read }: RowsFor, take: (rows: { number: number; row: PlainRow }[]) => Promise<void>) {
  let number = 0
  let held: { number: number; row: PlainRow }[] = []
  for await (const rows of read()) {
    for (const row of rows) held.push({ number: ++number, row })
    if (held.length < AT_ONCE) continue
    await take(held)
    held = []
  }
  if (held.length) await take(held)
}

function grouped(rows: readonly Numbered[]): Numbered[][] {
  const sets = new Map<string, Numbered[]>()
  for (const row of rows) {
    const names = [...row.values.keys()].join()
    const set = sets.get(names) ?? []
    set.push(row)
    sets.set(names, set)
  }
  return [...sets.values()]
}

/** Runs a statement over rows; one of them that the table refuses is looked for, and told. */
async function fitting({ fields }: Definition, model: string, rows: readonly Numbered[], trx: Trx, run: (rows: readonly Numbered[]) => Promise<unknown>) {
  const tried = async (some: readonly Numbered[]) => {
    await sql`savepoint tessera_rows`.execute(trx)
    try {
      await run(some)
    } catch (error) {
      await sql`rollback to savepoint tessera_rows`.execute(trx)
      if (error instanceof ApiError || !REFUSED.test((error as { code?: string }).code ?? '')) throw error
      return error as { column?: string; constraint?: string; detail?: string }
    }
    await sql`release savepoint tessera_rows`.execute(trx)
    return undefined
  }
  const whole = await tried(rows)
  if (!whole) return
  for (const row of rows) {
    const refused = await tried([row])
    if (!refused) continue
    const column = refused.column ?? /\(([^)]*)\)/.exec(refused.detail ?? '')?.[1] ?? refused.constraint ?? ''
    throw badRow(model, row.number, fields.find(field => field.column === column)?.key ?? (column || 'id'))
  }
  throw whole
}

/** Types of the columns of a table, as they are written. */
async function typesOf(schema: string, table: string, trx: Trx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped`.execute(trx)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

const typed = (names: readonly string[], types: ReadonlyMap<string, string>) =>
  sql.join(names.map(name => sql`${sql.id('given', name)}::${sql.raw(types.get(name) ?? 'text')} as ${sql.id(name)}`))

/** Rows as one list a column: a statement has few values to bind, however many rows it has. */
function listed(names: readonly string[], rows: readonly Numbered[]) {
  const lists = names.map(name => sql`${rows.map(({ values }) => textOf(values.get(name)))}::text[]`)
  return sql`unnest(${sql.join(lists)}) as given (${sql.join(names.map(name => sql.id(name)))})`
}
const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))
