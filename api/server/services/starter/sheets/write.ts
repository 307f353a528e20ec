// Writes the rows of sheets into the tables that were made for them. The tables are new and empty, so nothing is asked but what the rows themselves say:
// whose cell does not fit is left out and told. As with the rows of templates, their history begins with the first change.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FieldText } from '../../../errors.ts'
import type { Trx } from '../../../store/database.ts'
import { bound, checkValue, readCell, tableOf, type Definition, type Field } from '../../data/index.ts'
import { yearFirst, type DateOrder } from './dates.ts'
import type { RowProblem } from './store.ts'

/** What PostgreSQL binds in one statement. */
const MOST_BOUND = 60_000
export const BATCH = 500

export interface Column {
  at: number
  field: Field
  /** Of days without the year in front. */
  dateOrder?: DateOrder
  /** Of a relation: the table of the other model and the field that names its rows. */
  target?: { definition: Definition; field: Field }
}

const blank = { english: 'Required' }

export function createWriter(schema: string, definition: Definition, columns: readonly Column[], userId: string) {
  const table = tableOf(schema, definition.table)
  /** Row that has a value, by unique field and value. */
  const seen = new Map(columns.filter(({ field }) => field.unique).map(({ field }) => [field.key, new Map<string, number>()]))
  const names = columns.map(({ field }) => field.column)

  /** Ids of rows of other sheets by the texts that name them. */
  async function named(column: Column, texts: readonly string[], on: Trx): Promise<Map<string, string>> {
    const { target } = column
    if (!target) return new Map()
    const values = [...new Set(texts)].flatMap(text => {
      const value = valueOf(target.field, text)
      return 'value' in value ? [[String(value.value), text] as const] : []
    })
    if (!values.length) return new Map()
    const texted = sql`${sql.id(target.field.column)}::text`
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${texted} as name from ${tableOf(schema, target.definition.table)} where ${texted} = any (${values.map(([value]) => value)}::text[])`.execute(
      on,
    )
    const ids = new Map(rows.map(({ id, name }) => [name, id]))
    return new Map(values.flatMap(([value, text]) => (ids.has(value) ? [[text, ids.get(value) as string] as const] : [])))
  }

  return async (rows: readonly { row: number; cells: string[] }[], on: Trx) => {
    const relations = new Map<Column, Map<string, string>>()
    for (const column of columns)
      if (column.target)
        relations.set(
          column,
          await named(
            column,
            rows.flatMap(({ cells }) => cells[column.at] || []),
            on,
          ),
        )
    const ready: unknown[][] = []
    const bad: { row: number; problems: RowProblem[] }[] = []
    for (const { row, cells } of rows) {
      const problems: RowProblem[] = []
      const told = (field: Field, text: FieldText) => problems.push({ column: field.name, text })
      const values = columns.map(column => {
        const { field, at } = column
        const text = cells[at] ?? ''
        if (!text) {
          if (field.required) told(field, blank)
          return null
        }
        if (column.target) {
          const id = relations.get(column)?.get(text)
          if (!id) told(field, { english: 'There is no such row' })
          return id ?? null
        }
        const checked = valueOf(field, column.dateOrder ? yearFirst(text, column.dateOrder) : text)
        if ('problem' in checked) {
          told(field, checked.problem)
          return null
        }
        return bound('postgres', checked.value)
      })
      // Two rows with the same key: the first one stays.
      if (!problems.length)
        for (const [place, { field }] of columns.entries()) {
          const known = seen.get(field.key)
          if (!known || values[place] === null) continue
          const first = known.get(String(values[place]))
          if (first !== undefined) told(field, { english: 'Row {row} of the file has the same value', values: { row: first } })
        }
      if (problems.length) {
        bad.push({ row, problems })
        continue
      }
      for (const [place, { field }] of columns.entries()) if (values[place] !== null) seen.get(field.key)?.set(String(values[place]), row)
      ready.push([uuidv7(), userId, userId, ...values])
    }
    const atOnce = Math.max(1, Math.floor(MOST_BOUND / (names.length + 3)))
    for (let at = 0; at < ready.length; at += atOnce) {
      const values = ready.slice(at, at + atOnce).map(row => sql`(${sql.join(row)})`)
      await sql`insert into ${table} (${sql.join(['id', 'created_by', 'updated_by', ...names].map(name => sql.id(name)))}) values ${sql.join(values)}`.execute(
        on,
      )
    }
    return { created: ready.length, bad }
  }
}

function valueOf(field: Field, text: string): { value: unknown } | { problem: FieldText } {
  const read = readCell(field, text)
  if ('problem' in read) return read
  if ('name' in read) return { problem: { english: 'There is no such row' } }
  return checkValue(field, read.value)
}
