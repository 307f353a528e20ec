import type { Handler } from '../../handler.ts'
import { waitingBrowser, waitingOf } from '../signin/waiting.ts'

export const bindVerifyUser: Handler<'bind.verifyUser'> = async ({ body }, context) => {
  const { signin, ip, locale } = context
  return signin.binding.choose(await waitingOf(body.userId, context), waitingBrowser(context), body.user, { ip, locale })
}
