import type { Handler } from '../../handler.ts'
import { publishOf } from './publish-of.ts'
import { checkTakesRows } from './taking-rows.ts'
import { toldIssues } from './told-issues.ts'
import { withEntries } from './with-entries.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body, query }, { entries, miniapps, releases, user, company, app, scope, locale, origin }) => {
  if (body.rows?.length) checkTakesRows(app)
  const { issues: answers, given, ...publish } = publishOf(body)
  const applet = await miniapps.forms.choose(app, scope, given)
  if (answers) {
    const { issueId, open, planHash, isConfirmed } = await releases.issuesOf(company, app, publish, answers)
    if (open.length) return { hasIssues: true, issueId, issues: toldIssues(open, locale) }
    // What was confirmed issue by issue is this plan and no newer one.
    if (isConfirmed) Object.assign(publish, { planHash, confirmLoss: true })
  }
  const release = await releases.publish(
    company,
    app,
    { userId: user.id, locale },
    { ...publish, ...(applet && { applet }), waits: (body.sync ?? query.sync) !== 0 },
  )
  return (await withEntries(entries, app, origin))(release)
}
