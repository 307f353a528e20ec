// Rows of built-in models as packages carry them: without people, departments and files, which mean nothing elsewhere. A required person becomes who
// installs them.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import type { DataDesign } from '../design/app-design.ts'
import type { Models } from '../design/models.ts'
import { carried, filledPeople, portable, type PackedModel, type SampleRows } from './portable-rows.ts'
import { answerOf, columnsSql } from './labels.ts'
import type { FieldRightsOf } from './fields.ts'
import type { Asker, MayDo, RowFilter } from './rules.ts'
import { tableOf } from '../sql-text.ts'
import { hasColumn, schemaOf, type DataScope, type Definition } from '../types.ts'
import { bound, checkValue } from '../values.ts'

export const MOST_ROWS = 5000
export type { SampleRows } from './portable-rows.ts'
import { inApp } from '../../../store/scoped.ts'
const isOwn = ({ managed, primaryKey }: Definition) => managed && primaryKey.type === 'uuid'

/** Rows of one statement: 200 columns of them stay below what PostgreSQL binds. */
const AT_ONCE = 200

const badRow = (model: string, field: string) =>
  new ApiError('package.badRow', 'The package holds a row of {model} that does not fit: {field}', 422, { values: { model, field } })

/** Runs a statement; what the table itself refuses (a row twice, a relation to nothing) is told as the row that does not fit. */
async function fitting(model: string, statement: RawBuilder<unknown>, trx: Trx): Promise<void> {
  try {
    await statement.execute(trx)
  } catch (error) {
    const { code = '', column, constraint } = error as { code?: string; column?: string; constraint?: string }
    if (code.startsWith('23')) throw badRow(model, column ?? constraint ?? 'id')
    throw error
  }
}

type Applied = PackedModel

export function createSampleRows(
  { db }: Pick<Core, 'db'>,
  { models: known, rowFilter, mayDo, fieldRights }: { models: Pick<Models, 'applied'>; rowFilter: RowFilter; mayDo: MayDo; fieldRights: FieldRightsOf },
) {
  const builtIn = (scope: DataScope, on: Db | Trx): Promise<Applied[]> =>
    inApp(on, scope)
      .selectFrom('data_applied')
      .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
      .select(['data_applied.model_id as id', 'data_applied.key', 'data_source.key as source', 'data_applied.definition'])
      .where('data_applied.tag', '=', scope.tag)
      .where('data_source.dialect', '=', 'builtin')
      .orderBy('data_applied.key')
      .execute() as Promise<Applied[]>

  /** Those that others name come first; where models name each other there is no such order, and the rest keeps its own. */
  function inOrder(models: readonly Applied[]): Applied[] {
    const left = new Map(models.map(model => [model.id, model]))
    const done: Applied[] = []
    while (left.size) {
      const next =
        [...left.values()].find(({ id, definition }) =>
          definition.fields.every(({ type, relation }) => type !== 'relationOne' || relation?.modelId === id || !left.has(relation?.modelId ?? '')),
        ) ?? ([...left.values()][0] as Applied)
      left.delete(next.id)
      done.push(next)
    }
    return done
  }

  return {
    /** The models whose rows the asker may take along, with their sources. */
    async offered(scope: DataScope, asker: Asker): Promise<{ id: string; name: string; source: string }[]> {
      const rows = await inApp(db, scope)
        .selectFrom('data_applied')
        .innerJoin('data_model', 'data_model.id', 'data_applied.model_id')
        .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
        .select(['data_model.id', 'data_model.name', 'data_source.name as source', 'data_applied.definition'])
        .where('data_applied.tag', '=', scope.tag)
        .where('data_source.dialect', '=', 'builtin')
        .orderBy('data_model.name')
        .orderBy('data_model.id')
        .execute()
      const found: { id: string; name: string; source: string }[] = []
      for (const { definition, ...row } of rows) if (isOwn(definition as Definition) && (await mayDo(asker, row.id, 'exportRows'))) found.push(row)
      return found
    },

    /**
     * The rows of these models (keys or ids), of all where none is named, as far as the asker may export them and an app with the models of `data`
     * takes them.
     */
    async read(scope: DataScope, asker: Asker, wanted: readonly string[], data: DataDesign): Promise<SampleRows[]> {
      const all = (await builtIn(scope, db)).filter(({ definition }) => isOwn(definition))
      const unknown = wanted.find(name => !all.some(({ id, key }) => id === name || key === name))
      if (unknown !== undefined)
        throw new ApiError('release.modelUnknown', 'The app has no such model', 422, { fields: { exportList: 'The app has no such model' } })
      const { read: maySee } = await fieldRights(asker)
      const found: SampleRows[] = []
      for (const { id, key, source, definition } of all) {
        if (wanted.length && !wanted.includes(id) && !wanted.includes(key)) continue
        if (!(await mayDo(asker, id, 'exportRows'))) continue
        const keys = carried(definition).flatMap(field => (maySee(field.id) ? [field.key] : []))
        const rule = await rowFilter(scope, await known.applied(scope, source, key), asker)
        const query = sql<
          Record<string, unknown>
        >`select ${columnsSql(definition, keys)} from ${tableOf(schemaOf(scope.appId, scope.tag), definition.table)}${rule ? sql` where ${rule}` : sql``} order by created_at, id limit ${sql.lit(MOST_ROWS + 1)}`
        const { rows } = await query.execute(db)
        if (rows.length > MOST_ROWS)
          throw new ApiError('release.tooManyRows', 'No more than {limit} rows of a model go along', 422, { values: { limit: MOST_ROWS } })
        found.push({ source, model: key, rows: rows.map(row => pick(answerOf(definition, row, keys), ['id', ...keys])) })
      }
      const sources = new Map(data.sources.map(source => [source.id, source.key]))
      return portable(
        found,
        data.models.map(({ id, key, sourceId, definition }) => ({ id, key, source: sources.get(sourceId) ?? '', definition })),
      )
    },

    /** Writes rows into the tables of an environment, which are empty; each value is checked as one that somebody enters. */
    async write(scope: DataScope, list: readonly SampleRows[], userId: string, trx: Trx): Promise<void> {
      const models = inOrder((await builtIn(scope, trx)).filter(({ definition }) => isOwn(definition)))
      const later: { model: string; statement: RawBuilder<unknown> }[] = []
      const written = new Set<string>()
      for (const { id, key, source, definition } of models) {
        const given = list.find(one => one.source === source && one.model === key)
        if (!given) continue
        const table = tableOf(schemaOf(scope.appId, scope.tag), definition.table)
        const sets = new Map<string, { names: string[]; rows: unknown[][] }>()
        for (const row of given.rows) {
          const columns = new Map<string, unknown>([
            ['id', row.id],
            ['created_by', userId],
            ['updated_by', userId],
          ])
          for (const field of carried(definition)) {
            const value = row[field.key]
            if (value === undefined || value === null || !hasColumn(field)) continue
            const checked = checkValue(field, value, 'uuid')
            if ('problem' in checked) throw badRow(key, field.key)
            const waits = field.type === 'relationOne' && !written.has(field.relation?.modelId ?? '')
            if (waits)
              later.push({ model: key, statement: sql`update ${table} set ${sql.id(field.column)} = ${bound('postgres', checked.value)} where id = ${row.id}` })
            else columns.set(field.column, bound('postgres', checked.value))
          }
          for (const field of filledPeople(definition)) columns.set(field.column, userId)
          // What a row leaves out gets the column's own default, so rows of the same columns go together.
          const names = [...columns.keys()]
          const set = sets.get(names.join()) ?? { names, rows: [] }
          set.rows.push([...columns.values()])
          sets.set(names.join(), set)
        }
        for (const { names, rows } of sets.values())
          for (let at = 0; at < rows.length; at += AT_ONCE) {
            const values = rows.slice(at, at + AT_ONCE).map(row => sql`(${sql.join(row)})`)
            await fitting(key, sql`insert into ${table} (${sql.join(names.map(name => sql.id(name)))}) values ${sql.join(values)}`, trx)
          }
        written.add(id)
      }
      for (const { model, statement } of later) await fitting(model, statement, trx)
    },
  }
}

export type SampleRowsService = ReturnType<typeof createSampleRows>

const pick = (row: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap(key => (row[key] === null || row[key] === undefined ? [] : [[key, row[key]]])))
