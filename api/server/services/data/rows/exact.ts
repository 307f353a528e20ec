// Rows as the database has them: each column as the text that the database itself writes and reads, those that no field reads included. This is what
// undoing puts back; and before a change it is told here what undoing would not bring back.
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { say, type Locale } from '../../../../messages.ts'
import type { Models } from '../design/models.ts'
import { MYSQL_SESSION } from '../sources/connections.ts'
import { tableOf } from '../sql-text.ts'
import { hasColumn } from '../types.ts'
import type { Exact } from './exact-texts.ts'
import { hereOf } from './history.ts'
import type { Row } from './input.ts'
import type { Opened } from './statements.ts'

/** A sentence for whoever is about to change rows. */
export interface Said {
  english: string
  values?: Record<string, string | number>
}
/** Whether a change can be undone, and what undoing it would not bring back. */
export interface Outlook {
  isPossible: boolean
  notes: Said[]
}

interface ShapeColumn {
  name: string
  type: string
  /** Rows are written with it in statements of their own: a choice between values would be of another type. */
  isAlone: boolean
  /** The database fills it at each change. */
  isOfChanges: boolean
  /** No value of it can be written. */
  isUnwritable: boolean
  read: RawBuilder<string | null>
  write(text: string): RawBuilder<unknown>
}
interface Trigger {
  name: string
  event: 'insert' | 'update' | 'delete'
}
/** A table as its database describes it now. */
export interface Shape {
  columns: ReadonlyMap<string, ShapeColumn>
  triggers: readonly Trigger[]
  /** Triggers may be there that are not to be seen. */
  hidesTriggers: boolean
  /** Name of an engine that cannot take back what failed half-way; empty for all others. */
  withoutTransactions: string
}
interface Reference {
  schema: string
  table: string
  columns: string[]
  targets: string[]
  onDelete: string
  onUpdate: string
  isReadable: boolean
}

/** Bytes of the rows of one statement that are kept. */
const MOST_BYTES = 32_000_000
/** What a deletion writes down of the relations that it empties. */
export const MOST_RELATIONS = 100_000
const UNWRITABLE = new Set(['pg_node_tree', 'pg_ndistinct', 'pg_dependencies', 'pg_mcv_list', 'pg_brin_bloom_summary', 'pg_brin_minmax_multi_summary'])
const HEX = /^(tiny|medium|long)?blob$|^(var)?binary$|^(point|linestring|polygon|geometry|multi\w+|geom\w*|vector)$/
/** Strict as ever, but a date that is there already may stand, and a key of 0 is one. */
const EXACT_MODE = `set session sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'`

const flag = (value: unknown) => value === true || Number(value) === 1

function pgColumn(name: string, type: string): ShapeColumn {
  const column = sql.id(name)
  return {
    name,
    type,
    isAlone: false,
    isOfChanges: false,
    isUnwritable: UNWRITABLE.has(type),
    // The type's own output, as pg_dump has it: a cast to text may drop something. A row of nulls is null to `is null`.
    read: sql`case when num_nulls(${column}) = 0 then format('%s', ${column}) end`,
    write: text => sql`${text}`,
  }
}

function mysqlColumn(name: string, type: string, isOfChanges: boolean): ShapeColumn {
  const column = sql.id(name)
  const isHex = HEX.test(type)
  const isBits = type === 'bit'
  // A float is written with six digits unless it is a double.
  const isFloat = type === 'float' || type === 'double'
  return {
    name,
    type,
    isAlone: isHex || isBits || isFloat || type === 'json' || type.endsWith('text') || type === 'enum' || type === 'set',
    isOfChanges,
    isUnwritable: false,
    read: isHex ? sql`hex(${column})` : isBits ? sql`cast(${column} + 0 as char)` : isFloat ? sql`cast(${column} + 0e0 as char)` : sql`cast(${column} as char)`,
    write: text => (isHex ? sql`unhex(${text})` : isBits ? sql`cast(${text} as unsigned)` : sql`${text}`),
  }
}

/** The table in PostgreSQL's catalogue. */
const pgTable = ({ store, model }: Opened) =>
  sql`(select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${store.schema} and c.relname = ${model.definition.table})`

async function pgShape(opened: Opened, on: QueryExecutorProvider): Promise<Shape> {
  // Whatever the database or its users have set: one way to write a value, that says all of it.
  await sql`select set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
    set_config('extra_float_digits', '3', true), set_config('bytea_output', 'hex', true)`.execute(on)
  const columns = await sql<{ name: string; type: string }>`
    select a.attname as name, t.typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${pgTable(opened)} and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`.execute(on)
  const triggers = await sql<Trigger>`
    select t.tgname as name, e.event from pg_trigger t
    cross join (values ('insert', 4), ('delete', 8), ('update', 16)) as e (event, bit)
    where t.tgrelid = ${pgTable(opened)} and not t.tgisinternal and t.tgenabled <> 'D' and t.tgtype & e.bit <> 0
    union all
    select r.rulename, e.event from pg_rewrite r join (values ('insert', '3'), ('delete', '4'), ('update', '2')) as e (event, code) on e.code = r.ev_type::text
    where r.ev_class = ${pgTable(opened)} and r.ev_enabled <> 'D'`.execute(on)
  return {
    columns: new Map(columns.rows.map(({ name, type }) => [name, pgColumn(name, type)])),
    triggers: triggers.rows,
    hidesTriggers: false,
    withoutTransactions: '',
  }
}

async function mysqlShape({ model: { definition } }: Opened, on: QueryExecutorProvider): Promise<Shape> {
  const { table } = definition
  const columns = await sql<{ name: string; type: string; of_changes: unknown }>`
    select column_name as name, lower(data_type) as type, lower(extra) like '%on update%' as of_changes from information_schema.columns
    where table_schema = database() and table_name = ${table}
      and not (extra like '% GENERATED' or extra like '%VIRTUAL%' or extra like '%STORED%') order by ordinal_position`.execute(on)
  const triggers = await sql<Trigger>`
    select trigger_name as name, lower(event_manipulation) as event from information_schema.triggers
    where event_object_schema = database() and event_object_table = ${table} and trigger_schema = database()`.execute(on)
  const about = await sql<{ engine: string; transactions: unknown; sees: unknown }>`
    select t.engine as engine, e.transactions = 'YES' as transactions,
      exists (select 1 from information_schema.user_privileges where privilege_type = 'TRIGGER')
      or exists (select 1 from information_schema.schema_privileges where privilege_type = 'TRIGGER' and database() like table_schema)
      or exists (select 1 from information_schema.table_privileges where privilege_type = 'TRIGGER' and table_schema = database() and table_name = ${table}) as sees
    from information_schema.tables t left join information_schema.engines e on e.engine = t.engine
    where t.table_schema = database() and t.table_name = ${table}`.execute(on)
  const { engine = '', transactions = false, sees = false } = about.rows[0] ?? {}
  return {
    columns: new Map(columns.rows.map(({ name, type, of_changes }) => [name, mysqlColumn(name, type, flag(of_changes))])),
    triggers: triggers.rows,
    hidesTriggers: !flag(sees),
    withoutTransactions: flag(transactions) ? '' : engine,
  }
}

async function referencesTo(opened: Opened, on: QueryExecutorProvider): Promise<Reference[]> {
  if (opened.store.engine === 'postgres') {
    type Found = Omit<Reference, 'columns' | 'targets'> & { columns: string; targets: string }
    const names = (list: string, relation: string) =>
      sql`(select json_agg(a.attname order by x.n)::text from unnest(${sql.ref(list)}) with ordinality as x (attnum, n)
        join pg_attribute a on a.attrelid = ${sql.ref(relation)} and a.attnum = x.attnum)`
    const actions = (column: string) =>
      sql`case ${sql.ref(column)} when 'n' then 'set null' when 'd' then 'set default' when 'c' then 'cascade' else 'no action' end`
    const { rows } = await sql<Found>`
      select n.nspname as schema, t.relname as table, ${names('k.conkey', 'k.conrelid')} as columns, ${names('k.confkey', 'k.confrelid')} as targets,
        ${actions('k.confdeltype')} as "onDelete", ${actions('k.confupdtype')} as "onUpdate", has_table_privilege(t.oid, 'select') as "isReadable"
      from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and k.confrelid = ${pgTable(opened)} order by t.relname, k.conname`.execute(on)
    return rows.map(row => ({ ...row, columns: JSON.parse(row.columns) as string[], targets: JSON.parse(row.targets) as string[] }))
  }
  interface Found {
    name: string
    schema: string
    table: string
    column: string
    target: string
    on_delete: string
    on_update: string
  }
  const { rows } = await sql<Found>`
    select k.constraint_name as name, k.table_schema as ${sql.id('schema')}, k.table_name as ${sql.id('table')}, k.column_name as ${sql.id('column')},
      k.referenced_column_name as target, lower(r.delete_rule) as on_delete, lower(r.update_rule) as on_update
    from information_schema.key_column_usage k
    join information_schema.referential_constraints r on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.referenced_table_schema = database() and k.referenced_table_name = ${opened.model.definition.table}
    order by k.table_schema, k.table_name, k.constraint_name, k.ordinal_position`.execute(on)
  const found = new Map<string, Reference>()
  for (const { name, schema, table, column, target, on_delete, on_update } of rows) {
    const key = JSON.stringify([schema, table, name])
    const one = found.get(key) ?? { schema, table, columns: [], targets: [], onDelete: on_delete, onUpdate: on_update, isReadable: true }
    one.columns.push(column)
    one.targets.push(target)
    found.set(key, one)
  }
  return [...found.values()]
}

/** The same for a reader. */
export const undoTold = ({ isPossible, notes }: Outlook, locale: Locale) => ({ isPossible, notes: notes.map(note => say(locale, note.english, note.values)) })

export const filledOtherwise = (columns: readonly string[]): Said => ({
  english: 'The database fills {columns} itself: there the rows come back with other values',
  values: { columns: columns.join(', ') },
})

export function createExactRows({ models }: { models: Models }) {
  const keyOf = ({ model }: Opened) => sql.id(model.definition.primaryKey.column)

  async function read(
    opened: Opened,
    shape: Shape,
    ids: readonly unknown[],
    on: QueryExecutorProvider,
    only?: ReadonlySet<string>,
  ): Promise<Map<string, Exact>> {
    const columns = [...shape.columns.values()].filter(column => !only || only.has(column.name))
    if (!ids.length) return new Map()
    const key = keyOf(opened)
    const texts = columns.map((column, at) => sql`, ${column.read} as ${sql.id(`c${at}`)}`)
    const { rows } = await sql<Row>`
      select ${key} as id${sql.join(texts, sql``)} from ${tableOf(opened.store.schema, opened.model.definition.table)} where ${key} in (${sql.join(ids)})`.execute(
      on,
    )
    const text = (value: unknown) => (value === null || value === undefined ? null : String(value))
    return new Map(rows.map(row => [String(row.id), Object.fromEntries(columns.map((column, at) => [column.name, text(row[`c${at}`])]))]))
  }

  /** Bytes of rows. */
  async function weight(opened: Opened, shape: Shape, chosen: RawBuilder<boolean>, on: QueryExecutorProvider): Promise<number> {
    const table = tableOf(opened.store.schema, opened.model.definition.table)
    const size =
      opened.store.engine === 'postgres'
        ? sql`octet_length(tessera_row::text)`
        : sql.join(
            [...shape.columns.keys()].map(column => sql`coalesce(length(${sql.id(column)}), 0)`),
            sql` + `,
          )
    return Number((await sql<{ n: unknown }>`select coalesce(sum(${size}), 0) as n from ${table} as tessera_row where ${chosen}`.execute(on)).rows[0]?.n ?? 0)
  }

  /** Whether a deletion writes down which rows of this reference it empties. */
  async function areKept(opened: Opened, on: QueryExecutorProvider) {
    const naming = await models.appliedNaming(opened.scope, opened.model, hereOf(opened.model, on))
    return ({ schema, table, columns, targets, onDelete }: Reference) =>
      onDelete === 'set null' &&
      columns.length === 1 &&
      targets[0] === opened.model.definition.primaryKey.column &&
      (opened.store.engine === 'mysql' || schema === opened.store.schema) &&
      naming.some(
        ({ definition }) =>
          definition.table === table &&
          definition.fields.some(field => field.column === columns[0] && hasColumn(field) && !field.required && field.relation?.modelId === opened.model.id),
      )
  }

  /** What other tables lose with a change of these rows. */
  async function losses(
    opened: Opened,
    change: { deletes: true } | { columns: ReadonlySet<string> },
    chosen: RawBuilder<boolean>,
    on: QueryExecutorProvider,
    /** Rows that depend on others of the same deletion are deleted by it. */
    { isWhole = true } = {},
  ): Promise<Said[]> {
    const { store, model } = opened
    const actionOf = (one: Reference) => ('deletes' in change ? one.onDelete : one.targets.some(column => change.columns.has(column)) ? one.onUpdate : '')
    // A key that follows follows back.
    const acting = (await referencesTo(opened, on)).filter(one => actionOf(one).startsWith('set ') || ('deletes' in change && one.onDelete === 'cascade'))
    if (!acting.length) return []
    const isKept = 'deletes' in change ? await areKept(opened, on) : () => false
    const own = tableOf(store.schema, model.definition.table)
    const said: Said[] = []
    for (const one of acting) {
      if (!one.isReadable) {
        said.push({ english: 'Rows of “{table}” may depend on these, which the user of this source may not read', values: { table: one.table } })
        continue
      }
      const list = (names: readonly string[]) => sql.join(names.map(name => sql.id(name)))
      const isOwn = one.table === model.definition.table && (store.engine === 'mysql' || one.schema === store.schema)
      const beside = isOwn && isWhole && 'deletes' in change ? sql` and not (${chosen})` : sql``
      const columns = one.columns.length > 1 ? sql`(${list(one.columns)})` : list(one.columns)
      const { rows } = await sql<{ n: unknown }>`
        select count(*) as n from ${sql.id(one.schema, one.table)} where ${columns} in (select ${list(one.targets)} from ${own} where ${chosen})${beside}`.execute(
        on,
      )
      const count = Number(rows[0]?.n ?? 0)
      const values = { count, table: one.table, column: one.columns.join(', ') }
      if (!count || (isKept(one) && count <= MOST_RELATIONS)) continue
      said.push({
        english:
          actionOf(one) === 'cascade'
            ? 'Rows of “{table}” that are deleted with them and do not come back: {count}'
            : 'Rows of “{table}” whose “{column}” is emptied and not filled again: {count}',
        values,
      })
    }
    return said
  }

  return {
    shapeOf: (opened: Opened, on: QueryExecutorProvider): Promise<Shape> => (opened.store.engine === 'postgres' ? pgShape(opened, on) : mysqlShape(opened, on)),
    read,
    losses,

    /** Whole rows, to be put back; undefined when they are too large to be kept. */
    async keep(opened: Opened, shape: Shape, ids: readonly unknown[], on: QueryExecutorProvider): Promise<Map<string, Exact> | undefined> {
      const isTooLarge = ids.length > 0 && (await weight(opened, shape, sql<boolean>`${keyOf(opened)} in (${sql.join(ids)})`, on)) > MOST_BYTES
      return isTooLarge ? undefined : read(opened, shape, ids, on)
    },

    /** Columns in which rows are not what they should be. */
    async changedColumns(opened: Opened, shape: Shape, expected: ReadonlyMap<string, Exact>, on: QueryExecutorProvider): Promise<string[]> {
      const now = await read(opened, shape, [...expected.keys()], on)
      return [...new Set([...expected].flatMap(([id, row]) => Object.keys(row).filter(column => row[column] !== now.get(id)?.[column])))]
    },

    /** Columns that a change of these may make different: others only where triggers are. */
    touched: ({ columns, triggers }: Shape, written: ReadonlySet<string>): ReadonlySet<string> =>
      new Set(
        [...columns.values()]
          .filter(one => written.has(one.name) || (!one.isOfChanges && triggers.some(({ event }) => event === 'update')))
          .map(one => one.name),
      ),

    /** Whether a change of rows can be undone, before it is made. */
    async outlook(
      opened: Opened,
      shape: Shape,
      change: { deletes: true } | { columns: ReadonlySet<string> },
      chosen: RawBuilder<boolean>,
      on: QueryExecutorProvider,
      { isWhole = true } = {},
    ): Promise<Outlook> {
      const against = await losses(opened, change, chosen, on, { isWhole })
      const notes: Said[] = []
      if ('deletes' in change) {
        for (const { name, type, isUnwritable } of shape.columns.values())
          if (isUnwritable) against.push({ english: 'The column “{column}” ({type}) cannot be written back', values: { column: name, type } })
        if (isWhole && (await weight(opened, shape, chosen, on)) > MOST_BYTES)
          against.push({ english: 'The rows are too large to be kept: more than {size} MB', values: { size: MOST_BYTES / 1_000_000 } })
      } else if (change.columns.has(opened.model.definition.primaryKey.column)) against.push({ english: 'It changes what the row is known by' })
      const events = 'deletes' in change ? ['delete', 'insert'] : ['update']
      const triggers = [...new Set(shape.triggers.filter(({ event }) => events.includes(event)).map(({ name }) => name))]
      if (triggers.length) notes.push({ english: 'The table has triggers ({names}): what they do is not undone', values: { names: triggers.join(', ') } })
      if (shape.hidesTriggers) notes.push({ english: 'Whether the table has triggers, the user of this source may not see: what they do is not undone' })
      if (shape.withoutTransactions)
        notes.push({ english: 'The table has no transactions ({engine}): what fails half-way stays', values: { engine: shape.withoutTransactions } })
      return { isPossible: !against.length, notes: [...against, ...notes] }
    },

    /** A text as it is written into a column; alone in its statement where it has to be. */
    writing: (shape: Shape) => ({
      as: (column: string, value: unknown) => (typeof value === 'string' ? (shape.columns.get(column)?.write(value) ?? sql`${value}`) : sql`${value}`),
      isAlone: (column: string) => shape.columns.get(column)?.isAlone ?? false,
    }),

    /** Writes rows as they were, whatever else the session refuses. */
    async inExactMode<T>({ store }: Opened, on: QueryExecutorProvider, run: () => Promise<T>): Promise<T> {
      if (store.engine === 'postgres') return run()
      await sql.raw(EXACT_MODE).execute(on)
      try {
        return await run()
      } finally {
        await sql.raw(MYSQL_SESSION[0] as string).execute(on)
      }
    },
  }
}

export type ExactRows = ReturnType<typeof createExactRows>
