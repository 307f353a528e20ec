import type { Handler } from '../../handler.ts'

export const iAddGitAccount: Handler<'i.addGitAccount'> = async ({ body }, { account, user }) => account.gitAccounts.add(user.id, body)
