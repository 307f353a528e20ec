import type { Handler } from '../../handler.ts'

export const iListGitAccounts: Handler<'i.listGitAccounts'> = async (_input, { account, user }) => {
  const items = await account.gitAccounts.list(user.id)
  return { items, total: items.length }
}
