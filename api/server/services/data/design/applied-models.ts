// Models as the databases of environments hold them, which is what their rows are read and written by.
import { sql, type Compilable, type QueryExecutorProvider } from 'kysely'
import type { Core } from '../../../core.ts'
import { notFound } from '../../../errors.ts'
import { inApp } from '../../../store/scoped.ts'
import { engineOf } from '../columns.ts'
import { withFormulas } from '../formula-sql.ts'
import type { DataScope, Definition, Model } from '../types.ts'

type AppliedRow = {
  id: string
  key: string
  name: string
  hash: Buffer
  definition: unknown
  sourceId: string
  sourceKey: string
  dialect: Model['source']['dialect']
}
const modelOf = ({ id, key, name, hash, definition, sourceId, sourceKey, dialect }: AppliedRow): Model => ({
  id,
  key,
  name,
  source: { id: sourceId, key: sourceKey, dialect },
  definition: withFormulas(definition as Definition, engineOf(dialect)),
  hash: hash.toString('hex'),
})

export function createAppliedModels({ db }: Pick<Core, 'db'>) {
  /** Asks on a connection that is held already, where there is one. */
  async function asked<T>(on: QueryExecutorProvider, query: Compilable<T>): Promise<T[]> {
    return (await on.getExecutor().executeQuery(query.compile())).rows
  }

  function appliedRows({ companyId, appId, tag }: DataScope) {
    return inApp(db, { companyId, appId })
      .selectFrom('data_applied')
      .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
      .select([
        'data_applied.model_id as id',
        'data_applied.key',
        'data_applied.name',
        'data_applied.hash',
        'data_applied.definition',
        'data_applied.drift',
        'data_applied.applied_at',
        'data_source.id as sourceId',
        'data_source.key as sourceKey',
        'data_source.dialect',
      ])
      .where('data_applied.tag', '=', tag)
  }

  return {
    /** A model as the database of the environment holds it, by the keys of an address. */
    async applied(scope: DataScope, dsKey: string, dmKey: string): Promise<Model> {
      const row = await appliedRows(scope).where('data_source.key', '=', dsKey).where('data_applied.key', '=', dmKey).executeTakeFirst()
      if (!row) throw notFound('data.modelUnknown', 'There is no such model, or it is not applied to this environment yet')
      return modelOf(row)
    },

    /** Models by their ids, such as those that relations name. */
    async appliedMany(scope: DataScope, ids: readonly string[], on: QueryExecutorProvider = db): Promise<Map<string, Model>> {
      if (!ids.length) return new Map()
      const list = await asked(on, appliedRows(scope).where('data_applied.model_id', 'in', ids))
      return new Map(list.map(row => [row.id, modelOf(row)]))
    },

    /** Applied models whose relations may name this one. */
    async appliedNaming(scope: DataScope, { id, source }: Model, on: QueryExecutorProvider = db): Promise<Model[]> {
      const naming = sql<boolean>`data_applied.definition::text like ${`%${id}%`}`
      const found = await asked(on, appliedRows(scope).where('data_applied.source_id', '=', source.id).where(naming))
      return found.map(modelOf)
    },

    /** All models of a source that the environment's database holds. */
    async appliedOf(scope: DataScope, sourceId: string): Promise<(Model & { drift: string; appliedAt: Date })[]> {
      const list = await appliedRows(scope)
        .where('data_applied.source_id', '=', sourceId)
        .orderBy('data_applied.name')
        .orderBy('data_applied.model_id')
        .execute()
      return list.map(row => ({ ...modelOf(row), drift: row.drift, appliedAt: row.applied_at }))
    },
  }
}
