import type { Handler } from '../../handler.ts'
import { goOn, waitingBrowser, waitingOf } from '../signin/waiting.ts'

export const bindVerifyToken: Handler<'bind.verifyToken'> = async ({ body }, context) => {
  const waiting = await waitingOf(body.userId, context)
  await context.signin.binding.confirm(waiting, waitingBrowser(context), body.user, body.token, context.ip)
  return goOn(waiting, { userId: body.user, asked: body.redirect }, context)
}
