import type { Handler } from '../../handler.ts'
import { ticketOf } from './second-factor.ts'

export const signinStartPasskey: Handler<'signin.startPasskey'> = async ({ body }, context) => {
  const ticket = ticketOf(context, body.ticket)
  const { userId } = await context.signin.tickets.find(ticket)
  return { options: { ...(await context.secondFactor.startPasskeyProof(userId, ticket, context.origin)) } }
}
