import type { Handler } from '../../handler.ts'
import { sendHeldCode } from './held-code.ts'
import { askingOf } from './asking.ts'
import { browserOf } from './browser.ts'

export const signinSendEmailCode: Handler<'signin.sendEmailCode'> = async ({ body }, context) => {
  const { signin, ip, locale } = context
  if (context.user) return context.account.contacts.send(askingOf(context), 'email', body.email)
  if (body.purpose === 'bind') return sendHeldCode('email', body.email, context)
  await signin.methods.require('email')
  return signin.emailCode.send(browserOf(context), body.email, { ip, locale })
}
