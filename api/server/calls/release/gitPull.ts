import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'

export const releaseGitPull: Handler<'release.gitPull'> = async ({ body }, context) => {
  const { account, git, permissions, company, app, user, locale } = context
  await permissions.pages.checkAll(app, user, 'read')
  const { repo, branch = '', commit, parts } = body
  const own = await account.gitAccounts.open(user.id, body.account)
  const note = say(locale, 'Pulled from git, commit {commit}', { commit: commit.slice(0, 10) })
  const { isModels, ...pulled } = await git.pull(company, app, user.id, own, { repo, branch, commit, parts }, { may: mayTakeOf(context), note, locale })
  return { ...pulled, models: isModels }
}
