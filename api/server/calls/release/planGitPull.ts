import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'
import { toldPlan } from './told-plan.ts'

export const releasePlanGitPull: Handler<'release.planGitPull'> = async ({ body }, context) => {
  const { account, git, permissions, company, app, user, locale } = context
  await permissions.pages.checkAll(app, user, 'read')
  const { repo, branch = '', parts } = body
  const own = await account.gitAccounts.open(user.id, body.account)
  const {
    chosen,
    commit,
    branch: found,
    hasBase,
    ...plan
  } = await git.planPull(company, app, user.id, own, { repo, branch }, parts, mayTakeOf(context), locale)
  return { plan: toldPlan(plan, locale), chosen, commit, branch: found, known: hasBase }
}
