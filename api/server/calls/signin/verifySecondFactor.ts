import { ApiError, fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { TICKET_COOKIE } from '../../services/signin/finish.ts'
import type { Kind } from '../../services/signin/settings.ts'
import { ticketExpired } from '../../services/signin/tickets.ts'
import { endSignIn } from './end.ts'
import { credentialOf, ticketOf } from './second-factor.ts'

export const signinVerifySecondFactor: Handler<'signin.verifySecondFactor'> = async ({ body }, context) => {
  const { signin, secondFactor, people, ip, agent, origin, setCookie } = context
  const ticket = ticketOf(context, body.ticket)
  const { userId, kind, redirect, far } = await signin.tickets.find(ticket)
  await signin.tickets.count(ticket)
  const { factor, code } = body
  const response = factor === 'passkey' ? credentialOf(body.credential ?? '') : undefined
  if (!(await secondFactor.check(userId, { asked: ticket, origin, factor, code, response }))) {
    const person = await people.find(userId)
    await signin.guard.event({ kind, name: person?.username ?? '', ip, agent, userId, ok: false, reason: 'secondFactor' })
    throw factor === 'passkey'
      ? new ApiError('passkey.refused', 'The passkey was not accepted. Try again', 422)
      : fieldError('secondFactor.codeWrong', 'code', 'The code is not right')
  }
  if (!(await signin.tickets.use(ticket))) throw ticketExpired()
  setCookie(TICKET_COOKIE, '', 0)
  const { redirect: to, session } = await endSignIn(userId, { kind: kind as Kind, redirect, isSecondFactorDone: true, far }, context)
  return { redirect: to, ...(session && { session }) }
}
