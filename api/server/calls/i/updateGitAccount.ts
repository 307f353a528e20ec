import type { Handler } from '../../handler.ts'

export const iUpdateGitAccount: Handler<'i.updateGitAccount'> = async ({ body }, { account, user }) =>
  account.gitAccounts.update(user.id, body.id, body, body.reGen === true)
