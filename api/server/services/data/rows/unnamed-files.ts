// Files that were uploaded in a form and never came to stand in a row are removed after a day; those that rows, what happened to rows, or flows name stay.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../../core.ts'
import type { Store } from '../sources/connections.ts'
import type { Models } from '../design/models.ts'
import type { Sources } from '../sources/sources.ts'
import { tableOf } from '../sql-text.ts'
import { inApp } from '../../../store/scoped.ts'
import { hasColumn, type DataScope, type Field, type Model } from '../types.ts'

/** A form may stay open so long before it is saved. */
const FORM_HOURS = 24
/** A file that something names is looked at again so much later: rows change, and what happened to them is forgotten one day. */
const AGAIN_DAYS = 30
const BATCH = 500

/** The id in the address of a file: the last part of its path. */
const idIn = (engine: Store['engine'], address: RawBuilder<unknown>) =>
  engine === 'mysql'
    ? sql<string>`substring_index(substring_index(${address}, '?', 1), '/', -1)`
    : sql<string>`reverse(split_part(reverse(split_part(${address}, '?', 1)), '/', 1))`

export function createUnnamedFiles({ db, log }: Pick<Core, 'db' | 'log'>, { models, sources }: { models: Models; sources: Sources }) {
  /** Those of these files that rows name. */
  async function inRows(store: Store, { definition }: Model, field: Field, ids: string[]): Promise<string[]> {
    const id = idIn(store.engine, sql.id(field.column))
    const question = sql<{ id: string }>`select distinct ${id} as id from ${tableOf(store.schema, definition.table)} where ${id} in (${sql.join(ids)})`
    return (await question.execute(store.on)).rows.map(row => row.id)
  }

  /** Those that a row held, or that an import is about to write. */
  async function inHistory(modelId: string, fieldId: string, ids: string[]): Promise<string[]> {
    const [before, after, cell] = [sql`before ->> ${fieldId}`, sql`after ->> ${fieldId}`, sql`cell`].map(address => idIn('postgres', address))
    const { rows } = await sql<{ id: string }>`
      select ${before} as id from row_change_row where model_id = ${modelId} and ${before} in (${sql.join(ids)})
      union select ${after} from row_change_row where model_id = ${modelId} and ${after} in (${sql.join(ids)})
      union select ${cell} from data_import i join data_import_row r on r.import_id = i.id, jsonb_array_elements_text(r.cells) as cell
        where i.model_id = ${modelId} and ${cell} in (${sql.join(ids)})`.execute(db)
    return rows.map(row => row.id)
  }

  /** What left with its model or field may come back: its files are looked at when it is kept no more. */
  async function isKept({ tag, ...scope }: DataScope, modelId: string, fieldId: string): Promise<boolean> {
    const row = await inApp(db, scope)
      .selectFrom('data_kept')
      .select('id')
      .where('tag', '=', tag)
      .where('model_id', '=', modelId)
      .where('field_id', 'in', ['', fieldId])
      .executeTakeFirst()
    return !!row
  }

  /** Those that a case of a flow is about or that somebody's draft of one holds, whatever became of the row. */
  async function inFlows(scope: DataScope, ids: string[]): Promise<string[]> {
    const naming = (column: string) => sql<boolean>`${sql.ref(column)}::text like any(${ids.map(id => `%${id}%`)}::text[])`
    const of = inApp(db, scope)
    const [drafts, cases] = await Promise.all([
      of.selectFrom('flow_draft').select('content as said').where('tag', '=', scope.tag).where(naming('content')).execute(),
      of.selectFrom('flow_case').select('snapshot as said').where('tag', '=', scope.tag).where(naming('snapshot')).execute(),
    ])
    const said = JSON.stringify([drafts, cases])
    return ids.filter(id => said.includes(id))
  }

  /** Files of one field that were not looked at lately. */
  async function waiting(now: Date) {
    const old = new Date(now.getTime() - FORM_HOURS * 3_600_000)
    const seen = new Date(now.getTime() - AGAIN_DAYS * 86_400_000)
    const files = db
      .selectFrom('data_file')
      .innerJoin('file', 'file.id', 'data_file.file_id')
      .where('file.created_at', '<', old)
      .where(eb => eb.or([eb('data_file.checked_at', 'is', null), eb('data_file.checked_at', '<', seen)]))
    const first = await files
      .select(['file.company_id', 'file.app_id', 'data_file.tag', 'data_file.model_id', 'data_file.field_id'])
      .orderBy('data_file.file_id')
      .executeTakeFirst()
    if (!first) return undefined
    const found = await files
      .select('file.id')
      .where('data_file.tag', '=', first.tag)
      .where('data_file.model_id', '=', first.model_id)
      .where('data_file.field_id', '=', first.field_id)
      .orderBy('data_file.file_id')
      .limit(BATCH)
      .execute()
    return { ...first, ids: found.map(file => file.id) }
  }

  return {
    /** Looks at all that are due; answers how many it removed. */
    async remove(now = new Date()): Promise<number> {
      let removed = 0
      for (let some = await waiting(now); some; some = await waiting(now)) {
        const { ids, tag, model_id, field_id } = some
        const scope = { companyId: some.company_id ?? '', appId: some.app_id ?? '', tag }
        try {
          const model = (await models.appliedMany(scope, [model_id])).get(model_id)
          const field = model?.definition.fields.find(one => one.id === field_id && hasColumn(one))
          const named = new Set(await inHistory(model_id, field_id, ids))
          if (model && field) for (const id of await inRows(await sources.storeOf(scope, model.source), model, field, ids)) named.add(id)
          const left = (await isKept(scope, model_id, field_id)) ? [] : ids.filter(id => !named.has(id))
          // Asked last: cases are many, and most of them name no file.
          if (left.length) for (const id of await inFlows(scope, left)) named.add(id)
          const gone = left.filter(id => !named.has(id))
          if (gone.length) await db.deleteFrom('file').where('id', 'in', gone).execute()
          removed += gone.length
        } catch (error) {
          // A database out of reach may name them all.
          log.warn({ err: error, model: model_id }, 'files of rows could not be looked at')
        }
        await db.updateTable('data_file').set({ checked_at: now }).where('file_id', 'in', ids).execute()
      }
      return removed
    },
  }
}
