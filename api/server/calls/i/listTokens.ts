import type { Handler } from '../../handler.ts'

export const iListTokens: Handler<'i.listTokens'> = async (_input, { accessTokens, user }) => {
  const items = await accessTokens.list(user.id)
  return { items, total: items.length }
}
