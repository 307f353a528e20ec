// Optional relations of other rows, which the database empties when the row they name is deleted: written down with the deletion, and filled again when
// that is undone.
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Models } from '../design/models.ts'
import { hereOf, type RowHistory } from './history.ts'
import type { Row } from './input.ts'
import { titleOf } from './labels.ts'
import type { Opened, RowStatements } from './statements.ts'
import { tableOf } from '../sql-text.ts'
import { hasColumn, type Field, type Model } from '../types.ts'
import { answered } from '../values.ts'

/** Relations that one deletion writes down. */
const MOST_KEPT = 100_000
const BATCH = 1000
/** Rows that are named whose relation was set to something else. */
const MOST_NAMED = 10

/** What became of the relations that a deletion had emptied. */
export interface Refilled {
  filled: number
  /** They name something else by now. */
  left: number
  /** Some of the rows of these, of those that the asker sees. */
  leftTitles: string[]
}

interface Emptied {
  model: Model
  field: Field
  rows: { id: string | number; value: unknown }[]
}

function* pieces<T>(all: readonly T[], size = BATCH): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

export function createRowReferences({ models, history, statements }: { models: Models; history: RowHistory; statements: RowStatements }) {
  const at = (opened: Opened, { definition }: Model) => ({
    table: tableOf(opened.store.schema, definition.table),
    key: sql.id(definition.primaryKey.column),
  })

  /** Relations of other rows to these. */
  async function naming(opened: Opened, ids: readonly unknown[], on: QueryExecutorProvider, most: number): Promise<Emptied[]> {
    const found: Emptied[] = []
    for (const model of await models.appliedNaming(opened.scope, opened.model, hereOf(opened.model, on)))
      for (const field of model.definition.fields) {
        if (!hasColumn(field) || field.required || field.relation?.modelId !== opened.model.id || most <= 0) continue
        const { table, key } = at(opened, model)
        const column = sql.id(field.column)
        const { rows } =
          await sql<Row>`select ${key} as id, ${column} as value from ${table} where ${column} in (${sql.join(ids)}) limit ${sql.lit(most)}`.execute(on)
        most -= rows.length
        if (rows.length) found.push({ model, field, rows: rows.map(row => ({ id: row.id as string, value: answered(field, row.value) })) })
      }
    return found
  }

  /** What the relation of these rows holds now; rows that are gone are left out. */
  async function valuesNow(opened: Opened, { model, field, rows }: Emptied, on: QueryExecutorProvider, lock = false): Promise<Map<string, unknown>> {
    const { table, key } = at(opened, model)
    const now = new Map<string, unknown>()
    for (const some of pieces(rows)) {
      const ids = sql.join(some.map(row => row.id))
      const found =
        await sql<Row>`select ${key} as id, ${sql.id(field.column)} as value from ${table} where ${key} in (${ids})${lock ? sql` for update` : sql``}`.execute(
          on,
        )
      for (const row of found.rows) now.set(String(row.id), answered(field, row.value))
    }
    return now
  }

  /** The relations that a change had emptied, as models have them now, with what they hold. */
  async function* emptiedBy(
    opened: Opened,
    changeId: string,
    on: QueryExecutorProvider,
    lock = false,
  ): AsyncGenerator<Emptied & { now: Map<string, unknown> }> {
    const here = hereOf(opened.model, on)
    const caused = await history.caused(changeId, here)
    if (!caused.length) return
    const byId = await models.appliedMany(
      opened.scope,
      caused.map(one => one.model_id),
      here,
    )
    for (const { id, model_id } of caused) {
      const model = byId.get(model_id)
      if (!model || model.source.id !== opened.model.source.id) continue
      for await (const rows of history.rowsOf(id, BATCH, here)) {
        const field = model.definition.fields.find(one => rows[0]?.before && Object.hasOwn(rows[0].before, one.id))
        if (!field || field.relation?.modelId !== opened.model.id) break
        const emptied = { model, field, rows: rows.map(row => ({ id: row.rowId, value: row.before?.[field.id] })) }
        yield { ...emptied, now: await valuesNow(opened, emptied, on, lock) }
      }
    }
  }

  /** Splits what was emptied: still empty, and set to something else since. */
  function sorted(one: Emptied & { now: Map<string, unknown> }) {
    const there = one.rows.filter(row => one.now.has(String(row.id)))
    const isEmpty = ({ id }: { id: unknown }) => one.now.get(String(id)) === null
    return {
      empty: there.filter(isEmpty),
      left: there.filter(row => !isEmpty(row) && String(one.now.get(String(row.id))) !== String(row.value)),
    }
  }

  return {
    /** Deletes rows; answers what writes down, as caused by a change, which relations of other rows that emptied. */
    async erase(opened: Opened, ids: readonly unknown[], on: QueryExecutorProvider, most = MOST_KEPT) {
      if (!ids.length) return { count: 0, tell: async () => {} }
      const before = await naming(opened, ids, on, most)
      await statements.erase(opened, ids, on)
      return {
        count: before.reduce((sum, one) => sum + one.rows.length, 0),
        async tell(cause: string) {
          for (const one of before) {
            const now = await valuesNow(opened, one, on)
            const { key } = one.field
            const rows = one.rows
              .filter(({ id }) => now.has(String(id)) && now.get(String(id)) === null)
              .map(({ id, value }) => ({ id, before: { [key]: value }, after: { [key]: null } }))
            if (rows.length) await history.record({ kind: 'update', scope: opened.scope, model: one.model, by: opened.asker.user?.id ?? null, rows, cause }, on)
          }
        },
      }
    },

    /** How many relations undoing a change would fill again. */
    async fillable(opened: Opened, changeId: string): Promise<number> {
      let count = 0
      for await (const one of emptiedBy(opened, changeId, opened.store.on)) count += sorted(one).empty.length
      return count
    },

    /** Fills the relations that a change had emptied, where they are still empty and what they named is there again. */
    async refill(
      opened: Opened,
      { changeId, undoId }: { changeId: string; undoId: string },
      on: QueryExecutorProvider,
      touch: (rows: number) => Promise<void>,
    ): Promise<Refilled> {
      const told: Refilled = { filled: 0, left: 0, leftTitles: [] }
      for await (const one of emptiedBy(opened, changeId, on, true)) {
        const { model, field } = one
        const other: Opened = { ...opened, model }
        const { empty, left } = sorted(one)
        told.left += left.length
        const named = left.slice(0, MOST_NAMED - told.leftTitles.length).map(row => row.id)
        for (const row of await statements.byIds(other, named, on)) told.leftTitles.push(titleOf(opened.narrow(model).definition, row))
        const there = new Set((await statements.plain(opened, [...new Set(empty.map(row => row.value))], on)).map(row => String(row.id)))
        const rows = empty.filter(row => there.has(String(row.value)))
        await touch(one.rows.length)
        if (!rows.length) continue
        await statements.setEach(
          other,
          rows.map(({ id, value }) => ({ id, columns: new Map([[field.column, value]]) })),
          on,
        )
        told.filled += rows.length
        const changed = rows.map(({ id, value }) => ({ id, before: { [field.key]: null }, after: { [field.key]: value } }))
        await history.record({ kind: 'update', as: 'undo', scope: opened.scope, model, by: opened.asker.user?.id ?? null, rows: changed, cause: undoId }, on)
      }
      return told
    },
  }
}

export type RowReferences = ReturnType<typeof createRowReferences>
