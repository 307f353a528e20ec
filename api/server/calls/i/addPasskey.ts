import type { Handler } from '../../handler.ts'
import type { Session } from '../../services/foundation/sessions.ts'
import { credentialOf } from '../../services/signin/index.ts'

export const iAddPasskey: Handler<'i.addPasskey'> = async ({ body }, { secondFactor, session, user, origin }) =>
  secondFactor.addPasskey(user.id, (session as Session).token, origin, { name: body.name, response: credentialOf(body.credential) })
