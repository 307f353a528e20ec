import { say } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const setupCheckFixed: Handler<'setup.checkFixed'> = async ({ body }, { packages, app, locale, scope }) => {
  const { issueId, issues } = await packages.issues.find(scope, app.name)
  const open = packages.issues.open(issues, body.issues)
  if (!open.length) return { hasIssues: false, issueId, issues: [] }
  const told = open.map(({ id, type, resource, english, values, canIgnore }) => ({ id, type, resource, message: say(locale, english, values), canIgnore }))
  throw new ApiError('release.issuesOpen', '{count} issues are still open', 422, {
    values: { count: open.length },
    data: { hasIssues: true, issueId, issues: told },
  })
}
