import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { browserOf, forgetBrowser } from '../../reset-browser.ts'

export const resetResetPassword: Handler<'reset.resetPassword'> = async ({ body }, context) => {
  const browser = await browserOf(context)
  if (body.tokenNew !== body.tokenRepeat) throw fieldError('reset.repeatDiffers', 'tokenRepeat', 'The two passwords differ')
  const { ip, locale, origin, session } = context
  await context.reset.setPassword(browser, body.tokenNew, { ip, locale, origin, butSession: session?.token })
  forgetBrowser(context)
  return { redirect: '/login' }
}
