// What happened to rows is written down beside them: who, when, and the values of the fields that differ, by the ids of fields, so that a renamed
// field keeps its past. From that a row's history is told, an earlier state is restored, and a change of many rows is undone for a day.
import { CompiledQuery, sql, type QueryExecutorProvider } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import { systemFields } from './filter.ts'
import { inOrder } from '../design/models.ts'
import type { Row } from './input.ts'
import { peopleNames } from './labels.ts'
import type { Announcer } from './live/announce.ts'
import type { RowChange } from './rules.ts'
import type { DataScope, Definition, Field, Model } from '../types.ts'
import { hasOwnColumn } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'
import { writtenTogether } from '../../../store/together.ts'
import { packedExact, type Exact } from './exact-texts.ts'

const UNDO_HOURS = 24
/** What happened is told for a year. */
export const HISTORY_DAYS = 365
const BATCH = 500
/** Columns that change with every change, and say nothing of it. */
export const OF_CHANGES: ReadonlySet<string> = new Set(['updated_at', 'updated_by', 'version'])

export type Values = Record<string, unknown>
/** One change of one row, as it is kept. */
export interface Kept {
  changeId: string
  kind: 'create' | 'update' | 'delete' | 'import' | 'restore' | 'undo'
  by: string | null
  at: Date
  before: Values | null
  after: Values | null
  exactAfter: Exact | null
  exactBefore: Exact | null
}

/** A row of a change, as it is kept. */
export interface ChangedRow {
  n: number
  rowId: string
  before: Values | null
  after: Values | null
  /** By the ids of fields; null where nothing of it was kept. */
  exactBefore: Exact | null
  exactAfter: Exact | null
}

/** Fields with a column, and the system columns. */
export const columnsOf = (definition: Definition): Field[] => [...systemFields(definition), ...definition.fields.filter(hasOwnColumn)]
export const isTold = (field: Field) => !OF_CHANGES.has(field.id) && field.id !== 'id'
/** What is kept of JSON is in the order of PostgreSQL; MariaDB answers it as it was written. */
const textOf = (value: unknown) => JSON.stringify(typeof value === 'object' ? inOrder(value) : value) ?? 'null'
export const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other)
/** Whether a row says something else than before, besides who changed it when. */
export const differs = (definition: Definition, before: Row, after: Row) =>
  columnsOf(definition).some(field => isTold(field) && !isSame(before[field.key], after[field.key]))

/** Values by the ids of fields. */
const packed = (fields: readonly Field[], row: Row | null): Values | null =>
  row && Object.fromEntries(fields.filter(field => row[field.key] !== null && row[field.key] !== undefined).map(field => [field.id, row[field.key]]))

/** Values by the keys that fields have now; what is no field any more is left out. */
export const unpacked = (definition: Definition, values: Values | null): Row =>
  Object.fromEntries(columnsOf(definition).flatMap(field => (values && Object.hasOwn(values, field.id) ? [[field.key, values[field.id]]] : [])))

/** The connection of a change, where what is written down about it is in the same database. */
export const hereOf = ({ source }: Pick<Model, 'source'>, on: QueryExecutorProvider): QueryExecutorProvider | undefined =>
  source.dialect === 'builtin' ? on : undefined

interface WholeChange {
  id: string
  company: string
  app: string
  source: string
  tag: string
  model: string
  kind: string
  by: string | null
  count: number
  fields: string[]
  until: string | null
  cause: string | undefined
  rows: object[]
}
const WHOLE = `/* rows.change, with the next */ with change as (
  insert into row_change (id, company_id, app_id, source_id, tag, model_id, kind, by_id, row_count, fields, undo_until, cause_id)
  select id, company, app, source, tag, model, kind, by, count, fields, until, cause from jsonb_to_recordset($1::jsonb)
    as c (id uuid, company uuid, app uuid, source uuid, tag text, model uuid, kind text, by uuid, count int, fields text[], until timestamptz, cause uuid))
  insert into row_change_row (change_id, n, model_id, row_id, before, after, exact_before, exact_after)
  select c.id, e.n, c.model, e.row_id, nullif(e.before, 'null'::jsonb), nullif(e.after, 'null'::jsonb),
    nullif(e.exact_before, 'null'::jsonb), nullif(e.exact_after, 'null'::jsonb)
  from jsonb_to_recordset($1::jsonb) as c (id uuid, model uuid, rows jsonb),
    jsonb_to_recordset(c.rows) as e (n int, row_id text, before jsonb, after jsonb, exact_before jsonb, exact_after jsonb)`
const writeChanges = writtenTogether((changes: readonly WholeChange[], on: QueryExecutorProvider) =>
  on.getExecutor().executeQuery(CompiledQuery.raw(WHOLE, [JSON.stringify(changes)])),
)

export function createRowHistory(
  { db }: Pick<Core, 'db'>,
  /** `told` of the rows of each change, in its transaction. */
  {
    announcer,
    told: tell,
  }: {
    announcer: Pick<Announcer, 'note'>
    told(change: Pick<RowChange, 'scope' | 'model' | 'by' | 'rows'>, on: QueryExecutorProvider): Promise<void>
  },
) {
  const scoped = ({ companyId, appId, tag }: DataScope, { id }: Model) =>
    inApp(db, { companyId, appId }).selectFrom('row_change').where('row_change.tag', '=', tag).where('row_change.model_id', '=', id)

  /** Rows as they are kept, and the fields in which they differ. */
  function keeper({ definition }: Model) {
    const all = columnsOf(definition)
    const told = new Set<string>()
    let count = 0
    return {
      told,
      count: () => count,
      kept: (rows: RowChange['rows']) =>
        rows.map(({ id: row, before, after, exact }) => {
          const differing = before && after ? all.filter(field => !isSame(before[field.key], after[field.key])) : all
          if (before && after) for (const field of differing) if (isTold(field)) told.add(field.id)
          // A field without a value is said to have none, so that a change to or from nothing is one.
          const values = (of: Row | null) =>
            before && after ? Object.fromEntries(differing.map(field => [field.id, of?.[field.key] ?? null])) : packed(all, of)
          const [was, is] = [values(before), values(after)]
          return {
            n: count++,
            row_id: String(row),
            before: was,
            after: is,
            exact_before: packedExact(definition, was, exact?.before, { isWhole: !after }),
            exact_after: packedExact(definition, is, exact?.after, { isWhole: !before }),
          }
        }),
    }
  }
  const untilOf = (isBulk: boolean) => (isBulk ? new Date(Date.now() + UNDO_HOURS * 3_600_000).toISOString() : null)
  const intoRows = (id: string, model: Model, kept: readonly object[]) => sql`
    insert into row_change_row (change_id, n, model_id, row_id, before, after, exact_before, exact_after)
    select ${id}::uuid, n, ${model.id}::uuid, row_id, nullif(before, 'null'::jsonb), nullif(after, 'null'::jsonb),
      nullif(exact_before, 'null'::jsonb), nullif(exact_after, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as each (n int, row_id text, before jsonb, after jsonb, exact_before jsonb, exact_after jsonb)`

  /** A change of a few rows in one statement: what a form saves is written so. */
  async function writeDown({ kind, as, isBulk = false, cause, scope, model, by, rows }: RowChange, on: QueryExecutorProvider): Promise<string> {
    const id = uuidv7()
    const { kept, told } = keeper(model)
    const list = kept(rows)
    const whole: WholeChange = {
      id,
      company: scope.companyId,
      app: scope.appId,
      source: model.source.id,
      tag: scope.tag,
      model: model.id,
      kind: as ?? kind,
      by,
      count: list.length,
      fields: [...told],
      until: untilOf(isBulk),
      cause,
      rows: list,
    }
    await writeChanges(whole, hereOf(model, on) ?? db)
    announcer.note(on, scope, model, id).add(rows.map(row => row.id))
    await tell({ scope, model, by, rows }, on)
    return id
  }

  async function begin({ kind, as, isBulk = false, cause, scope, model, by }: Omit<RowChange, 'rows'>, on: QueryExecutorProvider) {
    const id = uuidv7()
    const here = hereOf(model, on) ?? db
    const { kept, told, count } = keeper(model)
    await sql`
      insert into row_change (id, company_id, app_id, source_id, tag, model_id, kind, by_id, row_count, undo_until, cause_id)
      values (${id}, ${scope.companyId}, ${scope.appId}, ${model.source.id}, ${scope.tag}, ${model.id}, ${as ?? kind}, ${by}, 0, ${untilOf(isBulk)}, ${cause ?? null})`.execute(
      here,
    )
    const noted = announcer.note(on, scope, model, id)
    return {
      id,
      async add(rows: RowChange['rows']) {
        noted.add(rows.map(row => row.id))
        const list = kept(rows)
        for (let at = 0; at < list.length; at += BATCH) await intoRows(id, model, list.slice(at, at + BATCH)).execute(here)
        await tell({ scope, model, by, rows }, on)
      },
      /** `isFinal`: it turned out that it cannot be taken back. */
      async end({ isFinal = false } = {}) {
        await sql`
          update row_change set row_count = ${count()}, fields = ${[...told]}::text[], undo_until = case when ${isFinal}::boolean then null else undo_until end
          where id = ${id}`.execute(here)
      },
      /** Forgets it: nothing came of it. */
      async drop() {
        noted.drop()
        await sql`delete from row_change where id = ${id}`.execute(here)
      },
    }
  }

  return {
    /** Writes a change down, in the transaction of the change where rows are in our database; answers its id. */
    async record(change: RowChange, on: QueryExecutorProvider): Promise<string> {
      if (change.rows.length <= BATCH) return writeDown(change, on)
      const entry = await begin(change, on)
      await entry.add(change.rows)
      await entry.end()
      return entry.id
    },

    /** The same piece by piece, for more rows than are held at once. */
    begin,

    /** What happened to a row, the latest first. */
    async ofRow(scope: DataScope, model: Model, rowId: string, limit: number): Promise<Kept[]> {
      const rows = await scoped(scope, model)
        .innerJoin('row_change_row', 'row_change_row.change_id', 'row_change.id')
        .select([
          'row_change.id as changeId',
          'kind',
          'by_id as by',
          'created_at as at',
          'before',
          'after',
          'exact_before as exactBefore',
          'exact_after as exactAfter',
        ])
        .where('row_change_row.model_id', '=', model.id)
        .where('row_change_row.row_id', '=', rowId)
        // What is still being written down, or was not finished, has none.
        .where('row_count', '>', 0)
        .orderBy('row_change_row.change_id', 'desc')
        .limit(limit)
        .execute()
      return rows as Kept[]
    },

    /** Changes of many rows that can be taken back, or were, the latest first. */
    async changes(
      scope: DataScope,
      model: Model,
      { by, without, page, perPage }: { by?: string | undefined; without: ReadonlySet<string>; page: number; perPage: number },
    ) {
      let found = scoped(scope, model).where('undo_until', '>', new Date())
      if (by) found = found.where('by_id', '=', by)
      // Of fields that the reader does not see.
      if (without.size) found = found.where(sql<boolean>`(fields = '{}' or not fields <@ ${[...without]}::text[])`)
      const [items, { n }] = await Promise.all([
        found
          .selectAll()
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        found.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { items, total: Number(n) }
    },

    /** A change that can still be taken back; of others only for whom all rows are to be seen. */
    change: (scope: DataScope, model: Model, id: string, by?: string) =>
      scoped(scope, model)
        .selectAll()
        .where('id', '=', id)
        .where('undo_until', '>', new Date())
        .$if(!!by, query => query.where('by_id', '=', by as string))
        .executeTakeFirst(),

    /** Ends an entry that another process had begun and not ended. */
    async endOf(id: string) {
      await sql`
        update row_change set
          row_count = (select count(*) from row_change_row where change_id = ${id}),
          fields = array(
            select distinct k from row_change_row, jsonb_object_keys(before) as k
            where change_id = ${id} and after is not null and before is not null and k <> all (${[...OF_CHANGES]}::text[]))
        where id = ${id}`.execute(db)
    },
    async countOf(scope: DataScope, id: string): Promise<number> {
      return (await inApp(db, scope).selectFrom('row_change').select('row_count').where('id', '=', id).executeTakeFirst())?.row_count ?? 0
    },
    /** Several things of our own database at once. */
    together: (run: (on: QueryExecutorProvider) => Promise<void>) => db.transaction().execute(run),
    async drop(scope: DataScope, id: string) {
      await inApp(db, scope).deleteFrom('row_change').where('id', '=', id).execute()
    },

    /** The rows of a change, so many at a time. */
    async *rowsOf(changeId: string, size: number, on: QueryExecutorProvider = db): AsyncGenerator<ChangedRow[]> {
      for (let after = -1; ;) {
        const { rows: found } = await sql<ChangedRow>`
          select n, row_id as "rowId", before, after, exact_before as "exactBefore", exact_after as "exactAfter" from row_change_row
          where change_id = ${changeId} and n > ${after} order by n limit ${size}`.execute(on)
        if (found.length) yield found
        if (found.length < size) return
        after = (found.at(-1) as ChangedRow).n
      }
    },

    /** Changes that this one brought about in other rows, with their models. */
    async caused(changeId: string, on: QueryExecutorProvider = db) {
      type Caused = { id: string; model_id: string; row_count: number }
      return (await sql<Caused>`select id, model_id, row_count from row_change where cause_id = ${changeId} order by id`.execute(on)).rows
    },

    /** Marks a change as taken back; false when somebody was faster. */
    async markUndone(changeId: string, by: string, on: QueryExecutorProvider): Promise<boolean> {
      const { numAffectedRows } = await sql`update row_change set undone_at = now(), undone_by = ${by} where id = ${changeId} and undone_at is null`.execute(on)
      return Number(numAffectedRows ?? 0) === 1
    },

    /** The names of people of an organisation, by their ids. */
    names: (companyId: string, ids: readonly (string | null)[]) => peopleNames(db, companyId, [...new Set(ids.filter(id => id !== null))]),

    /** Forgets what is too old, and what is about tables that are gone. */
    async removeExpired() {
      for (;;) {
        const { numAffectedRows } = await sql`
          delete from row_change where id in (select id from row_change where created_at < ${new Date(Date.now() - HISTORY_DAYS * 86_400_000)} limit ${BATCH})`.execute(
          db,
        )
        if (Number(numAffectedRows ?? 0) < BATCH) break
      }
      // Whole rows that are gone are kept for as long as they can be put back.
      await sql`
        update row_change_row r set exact_before = null from row_change c
        where c.id = r.change_id and c.undo_until < now() and c.undo_until > now() - interval '3 days' and r.after is null and r.exact_before is not null`.execute(
        db,
      )
      await sql`delete from row_change c where not exists (select from data_applied a where a.model_id = c.model_id and a.tag = c.tag)`.execute(db)
    },
  }
}

export type RowHistory = ReturnType<typeof createRowHistory>
