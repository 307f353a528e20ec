import type { Handler } from '../../handler.ts'

export const iDeleteGitAccount: Handler<'i.deleteGitAccount'> = async ({ params }, { account, user }) => {
  await account.gitAccounts.remove(user.id, params.gitAccountId)
  return {}
}
