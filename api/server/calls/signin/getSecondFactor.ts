import type { Handler } from '../../handler.ts'
import { ticketOf } from './second-factor.ts'

export const signinGetSecondFactor: Handler<'signin.getSecondFactor'> = async (_input, context) => {
  const { userId } = await context.signin.tickets.find(ticketOf(context))
  return { factors: await context.secondFactor.factors(userId) }
}
