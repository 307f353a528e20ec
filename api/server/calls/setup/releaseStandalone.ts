import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const setupReleaseStandalone: Handler<'setup.releaseStandalone'> = async ({ body }, { packages, releases, company, app, user, locale, scope }) => {
  const { issueId, issues } = await packages.issues.find(scope, app.name)
  const open = packages.issues.open(issues, body.issues ?? [])
  const consts = (body.consts ?? []).map(({ var: name, value = '' }) => ({ var: name, value }))
  if (open.length) {
    const told = open.map(({ id, type, resource, english, values, canIgnore }) => ({ id, type, resource, message: say(locale, english, values), canIgnore }))
    return { hasIssues: true, issueId, issues: told, consts, accessUrl: '' }
  }
  const { version, title, tag = 'latest', from = 'dev', mode = 1 } = body
  const release = await releases.publish(company, app, { userId: user.id, locale }, { version, title, tag, from, mode, consts, standalone: true })
  return { hasIssues: false, issueId: '', issues: [], consts, accessUrl: release.accessUrl }
}
