import type { Handler } from '../../handler.ts'
import type { Session } from '../../services/foundation/sessions.ts'

export const iListSessions: Handler<'i.listSessions'> = async (_input, { account, session, user }) => {
  const items = await account.history.sessions(user.id, (session as Session).token)
  return { items, total: items.length }
}
