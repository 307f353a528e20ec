// Which theme an app is shown in: its own, one of its organisation that it has chosen, or what holds above it.
import type { Db, Scope, Trx } from '../../store/database.ts'
import { everywhere } from '../../store/scoped.ts'
import { fileOf } from './documents.ts'

export const LOOK_TOPIC = 'theme'

/** What open apps are told: which app, and the file that it is shown in from now on; none for the look that is shipped. */
export interface ThemeChange {
  companyId: string
  appId: string
  file: string
}

/** The file of an app's own theme, or of the one above it that it is shown in; empty for the look that is shipped. */
export const shownIn = (on: Db | Trx) =>
  everywhere(on, 'the look of an app: its address names the organisation and the app')
    .selectFrom('app')
    .innerJoin('company', 'company.id', 'app.company_id')
    .leftJoin('theme as own', join => join.onRef('own.app_id', '=', 'app.id').on('own.is_default', '=', true))
    .leftJoin('shared_theme as chosen', 'chosen.id', 'app.shared_theme_id')
    .leftJoin('shared_theme as above', join => join.onRef('above.company_id', '=', 'company.id').on('above.is_default', '=', true))
    .leftJoin('shared_theme as platform', join => join.on('platform.company_id', 'is', null).on('platform.is_default', '=', true))
    .select(eb => eb.fn.coalesce('own.body_hash', 'chosen.body_hash', 'above.body_hash', 'platform.body_hash').as('hash'))

export async function lookOf(scope: Scope, on: Db | Trx): Promise<ThemeChange> {
  const row = await shownIn(on).where('app.id', '=', scope.appId).where('company.id', '=', scope.companyId).executeTakeFirst()
  return { companyId: scope.companyId, appId: scope.appId, file: row?.hash ? fileOf(row.hash) : '' }
}
