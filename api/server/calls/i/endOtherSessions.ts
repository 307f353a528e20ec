import type { Handler } from '../../handler.ts'
import type { Session } from '../../services/foundation/sessions.ts'

export const iEndOtherSessions: Handler<'i.endOtherSessions'> = async (_input, { account, session, user }) => ({
  ended: await account.history.endOthers(user.id, (session as Session).token),
})
