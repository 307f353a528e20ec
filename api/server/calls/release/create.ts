import type { Handler } from '../../handler.ts'
import { publishOf } from './publish-of.ts'
import { checkTakesRows } from './taking-rows.ts'
import { withEntries } from './with-entries.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body, query }, { entries, releases, user, company, app, locale, origin }) => {
  if (body.rows?.length) checkTakesRows(app)
  const release = await releases.publish(company, app, { userId: user.id, locale }, { ...publishOf(body), waits: (body.sync ?? query.sync) !== 0 })
  return (await withEntries(entries, app, origin))(release)
}
