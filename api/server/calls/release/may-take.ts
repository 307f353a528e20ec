import { mayInApp, type AppInScope, type AppScope, type CompanyInScope, type SignedIn } from '../../services/foundation/access/index.ts'
import type { Services } from '../../services/index.ts'
import type { MayTake } from '../../services/release/index.ts'

const PERMISSIONS = new Set(['role', 'list', 'override', 'option', 'rowRule'])

type Asking = Pick<Services, 'permissions' | 'queries'> & { app: AppInScope; user: SignedIn; company: CompanyInScope; scope: AppScope }

/** Whether whoever asks may change a part of the app: what a screen of its own would let them. */
export function mayTakeOf({ permissions, queries, app, user, company, scope }: Asking): MayTake {
  return async (section, id, change, value) => {
    if (PERMISSIONS.has(section)) return mayInApp(app, 'adminRole') && app.config.aclManualDisabled !== true
    if (section === 'language') return true
    if (section === 'theme') return mayInApp(app, 'edit')
    const kind = section as Exclude<typeof section, 'role' | 'list' | 'override' | 'option' | 'rowRule' | 'language' | 'theme'>
    const { source } = ((value as { definition?: { sql?: { source?: unknown } } } | null)?.definition?.sql ?? {}) as { source?: unknown }
    // Queries in SQL run with the rights of the app.
    if (kind === 'query' && typeof source === 'string' && !(await queries.mayWriteSql({ scope, asker: { user, company, app } }, source))) return false
    const option = change === 'removed' ? 'delete' : 'edit'
    try {
      if (change === 'added') permissions.checkCreate(app, kind)
      else if (kind === 'page') await permissions.pages.check(app, user, option, id)
      else await permissions.check(app, user, kind, option, id)
      return true
    } catch {
      return false
    }
  }
}
