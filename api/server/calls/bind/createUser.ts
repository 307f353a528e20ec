import type { Handler } from '../../handler.ts'
import { goOn, waitingOf } from './waiting.ts'

export const bindCreateUser: Handler<'bind.createUser'> = async ({ body }, context) => {
  const waiting = await waitingOf(body.userId, context)
  const userId = await context.signin.binding.create(waiting)
  return goOn(waiting, { userId, asked: body.redirect }, context)
}
