// Models as rows are asked for: what an environment's database holds of a model and of those that its relations name, read once for all calls
// until any of it changes.
import type { AppInScope } from '../../foundation/access/index.ts'
import type { Models } from './models.ts'
import type { DataScope, Model } from '../types.ts'

const MOST_KEPT = 1_000

export interface OpenModel {
  model: Model
  /** Models that relations name, by id. */
  targets: ReadonlyMap<string, Model>
}

export function createOpenModels({ models }: { models: Pick<Models, 'applied' | 'appliedMany'> }) {
  const kept = new Map<string, Promise<OpenModel>>()

  async function read(scope: DataScope, dsKey: string, dmKey: string): Promise<OpenModel> {
    const model = await models.applied(scope, dsKey, dmKey)
    const ids = [...new Set(model.definition.fields.flatMap(field => field.relation?.modelId ?? []))]
    return { model, targets: await models.appliedMany(scope, ids) }
  }

  /**
   * The revision is another one after every change, whichever process made it, and was read before the models are: what is kept under it is as new, so whoever comes
   * with it may have it. Nobody may change what is answered: others get it too.
   */
  return (scope: DataScope, { dataRevision }: Pick<AppInScope, 'dataRevision'>, dsKey: string, dmKey: string): Promise<OpenModel> => {
    const key = JSON.stringify([scope.companyId, scope.appId, scope.tag, dsKey, dmKey, dataRevision])
    const there = kept.get(key)
    if (there) return there
    const found = read(scope, dsKey, dmKey)
    kept.set(key, found)
    // Addresses of models that are not there are not worth keeping.
    found.catch(() => kept.get(key) === found && kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return found
  }
}
