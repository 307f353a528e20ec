// Tables and columns that left a database with their model or field: written down while they are kept there under another name, and thrown away after it.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import { ApiError, notFound } from '../../../errors.ts'
import type { Db, Scope, Trx } from '../../../store/database.ts'
import { everywhere, inApp } from '../../../store/scoped.ts'
import { isUnreachable } from '../sources/connections.ts'
import type { Sources } from '../sources/sources.ts'
import { runWritten, tableOf, writtenOf } from '../sql-text.ts'
import type { DataScope, Definition } from '../types.ts'
import type { AppliedRow, WantedModel } from './applied-record.ts'
import type { KeptName, PlannedModel } from './plan-statement.ts'
import { kept } from './plan-names.ts'
import { structureRefused } from './refused.ts'
import { readStructure } from './structure.ts'

export const KEPT_DAYS = 30
const DAY_MS = 86_400_000
const BATCH = 100

export const keptUntil = (now = new Date()) => new Date(now.getTime() + KEPT_DAYS * DAY_MS)
const nameOf = ({ modelId, fieldId }: KeptName) => `${modelId} ${fieldId ?? ''}`

export function createKept({ db, log }: Pick<Core, 'db' | 'log'>, { sources }: { sources: Sources }) {
  const rowsOf = (scope: Scope, sourceId: string, tag: string, on: Db | Trx) =>
    inApp(on, scope).selectFrom('data_kept').select(['model_id', 'field_id', 'definition']).where('source_id', '=', sourceId).where('tag', '=', tag)

  /** Models whose tables are kept, as they were. */
  async function models(scope: Scope, sourceId: string, tag: string, on: Db | Trx): Promise<PlannedModel[]> {
    const rows = await rowsOf(scope, sourceId, tag, on).where('field_id', '=', '').execute()
    return rows.map(row => ({ modelId: row.model_id, definition: row.definition as Definition }))
  }

  /** Writes down what left; `applied` is what the database held before. */
  async function put({ tag, ...scope }: DataScope, sourceId: string, userId: string, names: readonly KeptName[], applied: readonly AppliedRow[], on: Db | Trx) {
    const until = keptUntil()
    for (const { modelId, fieldId = '' } of names) {
      const model = applied.find(one => one.modelId === modelId)
      if (!model) continue
      const field = model.definition.fields.find(one => one.id === fieldId)
      const said = {
        model_name: model.name,
        field_name: field?.name ?? '',
        table_name: model.definition.table,
        definition: JSON.stringify(fieldId ? { fields: field ? [field] : [] } : model.definition),
        kept_by: userId,
        kept_at: new Date(),
        until,
      }
      await inApp(on, scope)
        .insertInto('data_kept')
        .values({ id: uuidv7(), source_id: sourceId, tag, model_id: modelId, field_id: fieldId, ...said })
        .onConflict(conflict => conflict.columns(['source_id', 'tag', 'model_id', 'field_id']).doUpdateSet(said))
        .execute()
    }
  }

  /** What came back is kept no more. */
  async function forget({ tag, ...scope }: DataScope, sourceId: string, names: readonly KeptName[], on: Db | Trx) {
    for (const { modelId, fieldId = '' } of names)
      await inApp(on, scope)
        .deleteFrom('data_kept')
        .where('source_id', '=', sourceId)
        .where('tag', '=', tag)
        .where('model_id', '=', modelId)
        .where('field_id', '=', fieldId)
        .execute()
  }

  /** Drops the table or column in its database, wherever it is by now. */
  async function drop({ tag, ...scope }: DataScope, row: { source_id: string; model_id: string; field_id: string }) {
    const source = await sources.find(scope, row.source_id)
    await sources.reaching({ ...scope, tag }, source, store =>
      store.transaction(async on => {
        if (store.engine === 'postgres') {
          await sql`select pg_advisory_xact_lock(hashtextextended(${`${source.id} ${tag}`}, 0))`.execute(on)
          await sql`set local lock_timeout = '10s'`.execute(on)
        }
        const applied = await inApp(db, scope)
          .selectFrom('data_applied')
          .select('definition')
          .where('source_id', '=', source.id)
          .where('tag', '=', tag)
          .where('model_id', '=', row.model_id)
          .executeTakeFirst()
        const names = [kept(row.model_id), ...(row.field_id && applied ? [(applied.definition as Definition).table] : [])]
        const found = await readStructure(store, { tables: names, on })
        for (const table of found) {
          const at = tableOf(store.schema, table.name)
          const column = kept(row.field_id)
          if (row.field_id && !table.columns.some(one => one.name === column)) continue
          const change = writtenOf(store.engine, row.field_id ? sql`alter table ${at} drop column ${sql.id(column)}` : sql`drop table ${at}`)
          try {
            await runWritten(change, on)
          } catch (error) {
            if (isUnreachable(error)) throw error
            throw structureRefused(change.exact, error)
          }
        }
      }),
    )
    let gone = inApp(db, scope).deleteFrom('data_kept').where('source_id', '=', row.source_id).where('tag', '=', tag).where('model_id', '=', row.model_id)
    // With a table go the columns that were kept in it.
    if (row.field_id) gone = gone.where('field_id', '=', row.field_id)
    await gone.execute()
  }

  const columns = ['data_kept.id', 'data_kept.tag', 'source_id', 'model_id', 'field_id'] as const

  return {
    models,
    put,
    forget,

    /** What left since it was applied last, and is there under its other name: written down by nobody, where a process ended in between. */
    async unwritten(
      { tag, ...scope }: DataScope,
      sourceId: string,
      {
        applied,
        wanted,
        found,
      }: { applied: readonly AppliedRow[]; wanted: readonly WantedModel[]; found: readonly { name: string; columns: { name: string }[] }[] },
      on: Db | Trx,
    ): Promise<KeptName[]> {
      const written = new Set((await rowsOf(scope, sourceId, tag, on).execute()).map(row => nameOf({ modelId: row.model_id, fieldId: row.field_id })))
      const left = applied.flatMap(({ modelId, definition }): KeptName[] => {
        const model = wanted.find(one => one.id === modelId)
        if (!model) return found.some(table => table.name === kept(modelId)) ? [{ modelId }] : []
        const table = found.find(one => one.name === definition.table || one.name === model.definition.table)
        return definition.fields
          .filter(({ id }) => !model.definition.fields.some(field => field.id === id) && table?.columns.some(column => column.name === kept(id)))
          .map(({ id }) => ({ modelId, fieldId: id }))
      })
      return left.filter(name => !written.has(nameOf(name)))
    },

    /** What an app's databases keep, latest first. */
    async list(scope: Scope) {
      const rows = await inApp(db, scope)
        .selectFrom('data_kept')
        .innerJoin('data_source', 'data_source.id', 'data_kept.source_id')
        .leftJoin('person', 'person.id', 'data_kept.kept_by')
        .select([...columns, 'model_name', 'field_name', 'table_name', 'kept_at', 'until', 'data_source.name as source', 'person.name as by'])
        .orderBy('kept_at', 'desc')
        .orderBy('data_kept.id')
        .execute()
      return rows.map(row => ({
        id: row.id,
        what: row.field_name ? `${row.model_name} · ${row.field_name}` : row.model_name,
        tag: row.tag,
        source: row.source,
        model: row.model_name,
        field: row.field_name,
        table: row.table_name,
        keptAt: row.kept_at.toISOString(),
        keptBy: row.by ?? '',
        until: row.until.toISOString(),
      }))
    },

    /** Throws one away before its time. */
    async remove(scope: Scope, id: string) {
      const row = await inApp(db, scope).selectFrom('data_kept').select(columns).where('data_kept.id', '=', id).executeTakeFirst()
      if (!row) throw notFound('data.keptUnknown', 'This is not kept any more')
      await drop({ ...scope, tag: row.tag }, row)
    },

    /** Throws away what was kept long enough. What cannot be reached is tried again the next time. */
    async removeExpired(now = new Date()): Promise<number> {
      let removed = 0
      for (let after = ''; ;) {
        const due = await everywhere(db, 'what is due is thrown away in the apps of all organisations')
          .selectFrom('data_kept')
          .select([...columns, 'company_id', 'app_id'])
          .where('until', '<', now)
          .where(sql<boolean>`id::text > ${after}`)
          .orderBy(sql`id::text`)
          .limit(BATCH)
          .execute()
        for (const row of due)
          try {
            await drop({ companyId: row.company_id, appId: row.app_id, tag: row.tag }, row)
            removed++
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            log.warn({ err: error, source: row.source_id, tag: row.tag }, 'what was kept of a model could not be thrown away')
          }
        if (due.length < BATCH) return removed
        after = due.at(-1)?.id ?? ''
      }
    },
  }
}

export type Kept = ReturnType<typeof createKept>
