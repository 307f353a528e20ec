// Permissions that an app gives its pages besides viewing, editing and deleting.
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { asActor } from './actor.ts'
import { checkManual } from './overrides.ts'
import { isApiOption } from './resources.ts'
import { OPTIONS } from '../foundation/access/words.ts'
import { inApp } from '../../store/scoped.ts'

/** How many a page may have. */
const MOST = 50
/** Identifiers that mean something else already: those that no page has are accepted, and do nothing. */
export const RESERVED = ['read', 'create', 'edit', 'delete', 'admin', 'share']

const unknown = () => notFound('permission.optionUnknown', 'There is no such permission')

export function createOptions({ db }: Pick<Core, 'db'>) {
  async function pageOf(scope: Scope, id: string, trx: Trx) {
    const page = await inApp(trx, scope).selectFrom('page').select(['id', 'kind']).where('id', '=', id).executeTakeFirst()
    if (!page || page.kind === 'group') throw notFound('page.unknown', 'There is no such page')
  }
  async function optionOf(scope: Scope, pageId: string, value: string, trx: Trx) {
    const found = await inApp(trx, scope)
      .selectFrom('permission_option')
      .select('value')
      .where('page_id', '=', pageId)
      .where('value', '=', value)
      .executeTakeFirst()
    if (!found) throw unknown()
    // Those of APIs come and go with the APIs that a page calls.
    if (isApiOption(value)) throw new ApiError('permission.optionFixed', 'Only custom permissions can be changed', 409)
  }
  const within = <T>(app: AppInScope, by: Pick<SignedIn, 'id'>, work: (scope: Scope, trx: Trx) => Promise<T>) => {
    checkManual(app)
    return asActor(db, by.id, trx => work(scopeOf(app), trx))
  }

  return {
    create: (app: AppInScope, by: Pick<SignedIn, 'id'>, { pageId, value, label }: { pageId: string; value: string; label: string }) =>
      within(app, by, async (scope, trx) => {
        await pageOf(scope, pageId, trx)
        const there = await inApp(trx, scope).selectFrom('permission_option').select('value').where('page_id', '=', pageId).forUpdate().execute()
        if (OPTIONS.page.includes(value.toLowerCase())) throw fieldError('permission.optionBuiltIn', 'value', 'Every page has this permission already')
        if (there.some(one => one.value.toLowerCase() === value.toLowerCase()))
          throw fieldError('permission.optionTaken', 'value', 'The page has a permission of this identifier')
        if (there.length >= MOST)
          throw new ApiError('permission.tooManyOptions', 'A page has at most {limit} permissions of its own', 422, { values: { limit: MOST } })
        await inApp(trx, scope).insertInto('permission_option').values({ page_id: pageId, value, label: label.trim() }).execute()
        return { hasEffect: !RESERVED.includes(value) }
      }),

    update: (app: AppInScope, by: Pick<SignedIn, 'id'>, { pageId, value, label }: { pageId: string; value: string; label: string }) =>
      within(app, by, async (scope, trx) => {
        await pageOf(scope, pageId, trx)
        await optionOf(scope, pageId, value, trx)
        await inApp(trx, scope).updateTable('permission_option').set({ label: label.trim() }).where('page_id', '=', pageId).where('value', '=', value).execute()
      }),

    /** A permission goes with everything that was said about it. */
    remove: (app: AppInScope, by: Pick<SignedIn, 'id'>, { pageId, value }: { pageId: string; value: string }) =>
      within(app, by, async (scope, trx) => {
        await pageOf(scope, pageId, trx)
        await optionOf(scope, pageId, value, trx)
        await inApp(trx, scope).deleteFrom('permission_option').where('page_id', '=', pageId).where('value', '=', value).execute()
        await inApp(trx, scope)
          .deleteFrom('permission_override')
          .where('kind', '=', 'page')
          .where('resource_id', '=', pageId)
          .where('option', '=', value)
          .execute()
      }),
  }
}
