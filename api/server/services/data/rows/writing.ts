// The statements that write values into rows, few of them for many rows; who may, and what is kept of it, is their callers' to say.
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { askedTogether } from '../../../store/together.ts'
import { tableOf } from '../sql-text.ts'
import { isJson } from '../types.ts'
import { bound } from '../values.ts'
import type { Row } from './input.ts'
import { answerOf, columnsSql } from './labels.ts'
import type { Opened } from './statements.ts'

/** Rows that share their new values, from which on these get a statement of their own; rows of such a statement; rows of one that chooses row by row. */
const SHARED = 20
const MOST_SHARING = 1000
const CHOICES = 200
/** Parameters of one statement. */
const MOST_VALUES = 20_000

/** How values are written that are not bound as they are. */
export interface Writing {
  as(column: string, value: unknown): RawBuilder<unknown>
  isAlone(column: string): boolean
}
const PLAINLY: Writing = { as: (_, value) => sql`${value}`, isAlone: () => false }

/** Who changes a row when, where the table says so. */
const note = ({ model: { definition }, store, asker }: Opened): RawBuilder<unknown>[] =>
  definition.managed
    ? [
        sql`${sql.id('updated_at')} = ${bound(store.engine, new Date())}`,
        sql`${sql.id('updated_by')} = ${asker.user?.id ?? null}`,
        sql`${sql.id('version')} = ${sql.id('version')} + 1`,
      ]
    : []

/** Puts columns into the rows of these ids, and who did it where the table says so. */
export async function set(
  opened: Opened,
  ids: readonly unknown[],
  columns: ReadonlyMap<string, unknown>,
  on: QueryExecutorProvider,
  { silently = false, writing = PLAINLY } = {},
) {
  const { store } = opened
  const { definition } = opened.model
  const sets: RawBuilder<unknown>[] = [...columns].map(([column, value]) => sql`${sql.id(column)} = ${writing.as(column, value)}`)
  if (!silently) sets.push(...note(opened))
  const query = sql`update ${tableOf(store.schema, definition.table)} set ${sql.join(sets)} where ${sql.id(definition.primaryKey.column)} in (${sql.join(ids)})`
  await query.execute(on)
}

/** Puts columns of its own into each row; what many rows share in one statement, the rest many rows at a time. */
export async function setEach(
  opened: Opened,
  rows: readonly { id: unknown; columns: ReadonlyMap<string, unknown> }[],
  on: QueryExecutorProvider,
  /** `silently`: without saying in the rows who did it. */
  { silently = false, writing = PLAINLY } = {},
) {
  const { definition } = opened.model
  const table = tableOf(opened.store.schema, definition.table)
  const key = sql.id(definition.primaryKey.column)
  const groups = new Map<string, { columns: ReadonlyMap<string, unknown>; ids: unknown[] }>()
  for (const { id, columns } of rows) {
    if (!columns.size) continue
    const same = JSON.stringify([...columns])
    const group = groups.get(same)
    if (group) group.ids.push(id)
    else groups.set(same, { columns, ids: [id] })
  }
  const json = new Set(definition.fields.filter(field => isJson(field.type)).map(field => field.column))
  const shapes = new Map<string, { id: unknown; columns: ReadonlyMap<string, unknown> }[]>()
  for (const { columns, ids } of groups.values()) {
    const names = [...columns.keys()]
    // MySQL makes another type of a choice between JSON and text, and compares long numbers as fractions.
    const isAlone =
      opened.store.engine === 'mysql' &&
      (names.some(name => json.has(name) || writing.isAlone(name)) ||
        (definition.primaryKey.type === 'integer' && !ids.every(id => Number.isSafeInteger(Number(id)))))
    if (isAlone || ids.length >= SHARED) {
      for (let at = 0; at < ids.length; at += MOST_SHARING) await set(opened, ids.slice(at, at + MOST_SHARING), columns, on, { silently, writing })
      continue
    }
    const shape = names.join('\n')
    const list = shapes.get(shape) ?? []
    for (const id of ids) list.push({ id, columns })
    shapes.set(shape, list)
  }
  for (const list of shapes.values())
    for (let at = 0; at < list.length; at += CHOICES) {
      const some = list.slice(at, at + CHOICES)
      const names = [...(some[0] as (typeof some)[number]).columns.keys()]
      // The column itself as the last choice gives the parameters their type.
      const sets = names.map(name => {
        const choices = some.map(({ id, columns }) => sql`when ${id} then ${writing.as(name, columns.get(name))}`)
        return sql`${sql.id(name)} = case ${key} ${sql.join(choices, sql` `)} else ${sql.id(name)} end`
      })
      if (!silently) sets.push(...note(opened))
      await sql`update ${table} set ${sql.join(sets)} where ${key} in (${sql.join(some.map(one => one.id))})`.execute(on)
    }
}

export async function put({ model: { definition }, store }: Opened, all: ReadonlyMap<string, unknown>, on: QueryExecutorProvider): Promise<unknown> {
  const { primaryKey } = definition
  const table = tableOf(store.schema, definition.table)
  const names = sql.join([...all.keys()].map(column => sql.id(column)))
  const values = sql.join([...all.values()].map(value => sql`${value}`))
  if (store.engine === 'mysql') {
    const result = await sql`insert into ${table} (${names}) values (${values})`.execute(on)
    return all.get(primaryKey.column) ?? Number(result.insertId)
  }
  const statement = all.size ? sql`insert into ${table} (${names}) values (${values})` : sql`insert into ${table} default values`
  const { rows } = await sql<{ id: unknown }>`${statement} returning ${sql.id(primaryKey.column)} as id`.execute(on)
  return rows[0]?.id
}

type New = Pick<Opened, 'model' | 'store'> & { all: ReadonlyMap<string, unknown> }
/** Rows of a table with the same columns are one statement. */
const insertAll = askedTogether(
  async (rows: readonly New[], on: QueryExecutorProvider): Promise<Row[]> => {
    const groups = new Map<string, New[]>()
    for (const row of rows) {
      const shape = [row.store.schema, row.model.hash, ...row.all.keys()].join('\n')
      const group = groups.get(shape)
      if (group) group.push(row)
      else groups.set(shape, [row])
    }
    const answers = new Map<New, Row>()
    for (const group of groups.values()) {
      const { model, store, all } = group[0] as New
      const { definition } = model
      const values = group.map(row => sql`(${sql.join([...row.all.values()].map(value => sql`${value}`))})`)
      const into = sql`insert into ${tableOf(store.schema, definition.table)}`
      const names = sql.join([...all.keys()].map(column => sql.id(column)))
      const statement = all.size ? sql`${into} (${names}) values ${sql.join(values)}` : sql`${into} default values`
      const inserted = (await sql<Row>`${statement} returning ${columnsSql(definition)}`.execute(on)).rows.map(row => answerOf(definition, row))
      const byId = new Map(inserted.map(row => [row.id, row]))
      // One alone may have got its id from the database.
      for (const row of group) answers.set(row, (group.length > 1 ? byId.get(row.all.get(definition.primaryKey.column)) : inserted[0]) as Row)
    }
    return rows.map(row => answers.get(row) as Row)
  },
  { writes: true },
)
/** Inserts a row into a table of ours; answers it as it became. */
export async function putWhole({ model, store }: Opened, all: ReadonlyMap<string, unknown>, on: QueryExecutorProvider): Promise<Row> {
  return insertAll({ model, store, all }, on)
}

/** Inserts rows whose ids are among their columns, those with the same columns in one statement. */
export async function putMany(
  { model: { definition }, store }: Opened,
  rows: readonly ReadonlyMap<string, unknown>[],
  on: QueryExecutorProvider,
  /** Also what the database numbers itself. */
  { withOwnNumbers = false, writing = PLAINLY } = {},
) {
  const table = tableOf(store.schema, definition.table)
  const own = withOwnNumbers && store.engine === 'postgres' ? sql` overriding system value` : sql``
  const groups = new Map<string, ReadonlyMap<string, unknown>[]>()
  for (const row of rows) {
    const shape = [...row.keys()].join('\n')
    const group = groups.get(shape)
    if (group) group.push(row)
    else groups.set(shape, [row])
  }
  for (const group of groups.values()) {
    const names = [...(group[0] as ReadonlyMap<string, unknown>).keys()]
    const size = Math.max(1, Math.floor(MOST_VALUES / names.length))
    for (let at = 0; at < group.length; at += size) {
      const values = group.slice(at, at + size).map(row => sql`(${sql.join(names.map(name => writing.as(name, row.get(name))))})`)
      await sql`insert into ${table} (${sql.join(names.map(name => sql.id(name)))})${own} values ${sql.join(values)}`.execute(on)
    }
  }
}
