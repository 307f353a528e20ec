import type { Handler } from '../../handler.ts'

export const iEndSession: Handler<'i.endSession'> = async ({ params }, { account, user }) => {
  await account.history.endSession(user.id, params.sessionId)
  return {}
}
