import type { Handler } from '../../handler.ts'
import { mayDutyAt } from '../../services/foundation/access/rights.ts'
import { withEntries } from './with-entries.ts'

export const releaseGet: Handler<'release.get'> = async ({ params }, { entries, permissions, releases, company, app, scope, locale, origin }) => {
  const release = await releases.get(scope, company, app, params.releaseId, locale)
  // Who may see the lists of the environment on its settings page, sees them here.
  const maySee = (['adminRole', 'edit'] as const).some(duty => mayDutyAt(app, release.tag, duty))
  return (await withEntries(entries, app, origin))({ ...release, ...(maySee && (await permissions.lists.namesAt(app, release.tag, locale))) })
}
