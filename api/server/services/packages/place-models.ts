// Puts the data sources and models of a package into an app.
import type { Db, Scope, Trx } from '../../store/database.ts'
import { type DataDesign, hashOf, type DesignedModel, type Definition } from '../data/index.ts'
import type { Workers } from '../foundation/workers.ts'
import type { ArrangedModels, DataThere } from './arrange-models.ts'
import { arranged } from './arrange-task.ts'
import { allowedModels, type BroughtKind, type MayMake } from './may-make.ts'
import type { OnConflict } from './placing.ts'
import { inApp } from '../../store/scoped.ts'

export type PlacedModels = Pick<ArrangedModels, 'ids' | 'made' | 'notes'> & { left: ReadonlySet<BroughtKind> }

/** Sources and models of an app; inside a transaction nobody else adds some meanwhile. */
export async function dataOf(scope: Scope, on: Db | Trx, forUpdate = false): Promise<DataThere> {
  const sources = await inApp(on, scope)
    .selectFrom('data_source')
    .select(['id', 'key', 'dialect'])
    .$if(forUpdate, query => query.forUpdate())
    .execute()
  const rows = await inApp(on, scope).selectFrom('data_model').selectAll().execute()
  const models = rows.map((row): DesignedModel => ({ ...row, sourceId: row.source_id, definition: row.definition as Definition, updatedAt: row.updated_at }))
  return { sources, models }
}

export async function placeModels(
  workers: Pick<Workers, 'do'>,
  trx: Trx,
  scope: Scope,
  userId: string,
  design: DataDesign,
  { mayMake = () => true, ...options }: { file: string; onConflict: OnConflict; mayMake?: MayMake },
): Promise<PlacedModels> {
  const { ids, sources, made, notes, left } = allowedModels(await arranged(workers, design, await dataOf(scope, trx, true), options), mayMake)
  for (const { id, key, name, dialect } of sources) await inApp(trx, scope).insertInto('data_source').values({ id, key, name, dialect }).execute()
  for (const { id, sourceId, key, name, description, definition } of made.values())
    await inApp(trx, scope)
      .insertInto('data_model')
      .values({
        id,
        source_id: sourceId,
        key,
        name,
        description,
        hash: hashOf(key, definition),
        definition: JSON.stringify(definition),
        updated_by: userId,
      })
      .execute()
  return { ids, made, notes, left }
}
