import type { Handler } from '../../handler.ts'
import { answered } from './answered.ts'
import { publishOf } from './publish-of.ts'
import { checkTakesRows } from './taking-rows.ts'
import { withEntries } from './with-entries.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body, query }, { entries, miniapps, releases, user, company, app, scope, locale, origin }) => {
  if (body.rows?.length) checkTakesRows(app)
  const { issues: answers, given, ...publish } = publishOf(body)
  const applet = await miniapps.forms.choose(app, scope, given)
  const open = answers && (await answered({ releases, company, app, locale }, publish, answers))
  if (open) return open
  const release = await releases.publish(
    company,
    app,
    { userId: user.id, locale },
    { ...publish, ...(applet && { applet }), waits: (body.sync ?? query.sync) !== 0 },
  )
  return (await withEntries(entries, app, origin))(release)
}
