import type { Handler } from '../../handler.ts'
import { TICKET_COOKIE } from '../../services/signin/index.ts'
import { endSignIn } from './end.ts'
import { ticketOf } from './second-factor.ts'

export const signinVerifySecondFactor: Handler<'signin.verifySecondFactor'> = async ({ body }, context) => {
  const { signin, ip, agent, origin, setCookie } = context
  const { userId, ...how } = await signin.secondProof.prove(ticketOf(context, body.ticket), { ...body, origin, ip, agent })
  setCookie(TICKET_COOKIE, '', 0)
  const { redirect, session } = await endSignIn(userId, { ...how, isSecondFactorDone: true }, context)
  return { redirect, ...(session && { session }) }
}
