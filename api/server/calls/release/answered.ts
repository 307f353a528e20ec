import type { Locale } from '../../../messages.ts'
import type { AppInScope, CompanyInScope } from '../../services/foundation/access/index.ts'
import type { Services } from '../../services/index.ts'
import type { IssueAnswer } from '../../services/release/index.ts'
import { toldIssues } from './told-issues.ts'

interface Asking {
  releases: Services['releases']
  company: CompanyInScope
  app: AppInScope
  locale: Locale
}
type Publish = Parameters<Services['releases']['publish']>[3]

/** The issues that answers leave open; with none left, the publish goes on with the plan that was confirmed, issue by issue. */
export async function answered({ releases, company, app, locale }: Asking, publish: Publish, answers: readonly IssueAnswer[]) {
  const { issueId, open, planHash, isConfirmed } = await releases.issuesOf(company, app, publish, answers)
  if (open.length) return { hasIssues: true as const, issueId, issues: toldIssues(open, locale) }
  // What was confirmed is this plan and no newer one.
  if (isConfirmed) Object.assign(publish, { planHash, confirmLoss: true })
  return undefined
}
