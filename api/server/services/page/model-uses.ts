// Pages that use models whose names change: told before, written anew with the change. What is taken away is named and stays as it is.
import { modelUses, type ModelChange, type ModelUse } from '../../../gate/model-uses.ts'
import { ROW_PARTS } from '../../../models/address.ts'
import type { Core } from '../../core.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { bodyOf, type createContents, type Schema } from '../foundation/contents.ts'
import { addVersion } from './versions.ts'

export interface PageUse {
  id: string
  name: string
  uses: ModelUse[]
}

export function createModelUses({ db }: Pick<Core, 'db'>, contents: ReturnType<typeof createContents>) {
  /** Pages whose content may name a model, as they are saved. */
  const bodies = (scope: Scope, on: Db | Trx) =>
    inApp(on, scope)
      .selectFrom('page')
      .innerJoin('body', join => join.onRef('body.company_id', '=', 'page.company_id').onRef('body.hash', '=', 'page.body_hash'))
      .select(['page.id', 'page.name', 'page.version', 'body.content'])
      .where(eb =>
        eb.or([
          eb('body.content', 'like', '%model:%'),
          eb('body.content', 'like', '%dataApi%'),
          ...ROW_PARTS.map(part => eb('body.content', 'like', `%${part}%`)),
        ]),
      )
      .orderBy('page.name')
      .orderBy('page.id')

  async function using(scope: Scope, changes: readonly ModelChange[], on: Db | Trx = db) {
    if (!changes.length) return []
    return (await bodies(scope, on).execute()).flatMap(({ content, ...page }) => {
      const found = modelUses(JSON.parse(content), changes)
      return found.uses.length ? [{ ...page, ...found }] : []
    })
  }

  return {
    /** Which pages use what changes, and where. */
    usingModels: async (scope: Scope, changes: readonly ModelChange[]): Promise<PageUse[]> =>
      (await using(scope, changes)).map(({ id, name, uses }) => ({ id, name, uses })),

    /** Writes pages anew under the new names, each as a version of its own; in the transaction that changes the names. */
    async renameModels(scope: Scope, userId: string, changes: readonly ModelChange[], note: string, trx: Trx) {
      for (const { id, name, version, uses, schema } of await using(scope, changes, trx)) {
        if (uses.every(({ to }) => to === null)) continue
        const body = bodyOf(schema as Schema)
        await contents.store(scope.companyId, [body], trx)
        const next = await addVersion(scope, { id, name, version }, body.hash, { userId, note }, trx)
        await inApp(trx, scope)
          .updateTable('page')
          .set({ version: next, body_hash: body.hash, updated_at: new Date(), updated_by: userId })
          .where('id', '=', id)
          .where('version', '=', version)
          .execute()
      }
    },
  }
}
