import type { Handler } from '../../handler.ts'
import type { Session } from '../../services/foundation/sessions.ts'

export const iStartPasskey: Handler<'i.startPasskey'> = async ({ body }, { secondFactor, session, user, origin }) => ({
  options: { ...(await secondFactor.startPasskey(user.id, body.password, (session as Session).token, origin)) },
})
