import type { Handler } from '../../handler.ts'

export const iListSignins: Handler<'i.listSignins'> = async ({ query: { page = 1, perPage = 20 } }, { account, user }) =>
  account.history.signins(user.id, { page, perPage })
