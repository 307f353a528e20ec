import { say } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { ISSUES_OF_PUBLISH } from '../../services/release/index.ts'
import { publishOf } from './publish-of.ts'
import { toldIssues } from './told-issues.ts'

export const releaseCheckFixed: Handler<'release.checkFixed'> = async ({ body }, { packages, permissions, releases, company, app, user, locale, scope }) => {
  const { issueId, issues: answers, parts, state, ...publish } = body
  if (issueId.startsWith(ISSUES_OF_PUBLISH)) {
    const refused = await releases.fixIssues(app, publish.tag ?? '', answers, id => permissions.check(app, user, 'source', 'edit', id))
    // Of what was chosen for an environment, or of a version as a whole.
    const asked =
      parts && state
        ? await releases.intoAsPublish(app, { ...publish, tag: publish.tag ?? '', from: publish.from ?? '', title: '', parts, state })
        : publishOf({ title: '', ...publish })
    const left = await releases.issuesOf(company, app, asked, answers)
    return { hasIssues: left.open.length > 0, issueId: left.issueId, issues: toldIssues(left.open, locale, refused) }
  }
  const found = await packages.issues.find(scope, app.name)
  const open = packages.issues.open(found.issues, answers)
  if (!open.length) return { hasIssues: false, issueId: found.issueId, issues: [] }
  const told = open.map(({ id, type, resource, english, values, canIgnore }) => ({ id, type, resource, message: say(locale, english, values), canIgnore }))
  throw new ApiError('release.issuesOpen', '{count} issues are still open', 422, {
    values: { count: open.length },
    data: { hasIssues: true, issueId: found.issueId, issues: told },
  })
}
