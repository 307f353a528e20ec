import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { safeRedirect } from '../../redirects.ts'
import { bindItems } from '../../services/signin/index.ts'
import { goOn, waitingBrowser } from '../signin/waiting.ts'

export const bindSubmit: Handler<'bind.submit'> = async ({ body }, context) => {
  const { signin, user, ip } = context
  if (user) {
    const items = bindItems(body.bindKey)
    if (!items.length) throw new ApiError('bind.nothing', 'There is nothing to bind', 422)
    await signin.binding.bind({ userId: user.id }, items, body, ip)
    return { redirect: safeRedirect(body.redirect) }
  }
  const browser = waitingBrowser(context)
  const held = await signin.pending.held(browser)
  if (!held) throw new ApiError('bind.signedOut', 'Please sign in', 401)
  // What is missing is known here, whatever the address says.
  await signin.binding.bind({ userId: held.userId, browser }, held.needs, body, ip, trx => signin.pending.use(held.id, trx))
  return goOn(held, { userId: held.userId, isSecondFactorDone: true }, context)
}
