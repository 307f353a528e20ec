import type { Handler } from '../../handler.ts'

export const releaseGitPush: Handler<'release.gitPush'> = async ({ body }, { account, git, permissions, company, app, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { from, repo, branch = '', commit = '', overwrite = false } = body
  return git.push(company, app, user.id, await account.gitAccounts.open(user.id, body.account), { from, repo, branch, message: commit, overwrite })
}
