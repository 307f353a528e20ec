import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { VERIFIED_MINUTES } from '../../services/reset/index.ts'
import { browserOf, keepBrowser } from '../../reset-browser.ts'

const EMAIL = /^[^\s@]+@[^\s@]+$/

export const resetVerifyAccount: Handler<'reset.verifyAccount'> = async ({ body }, context) => {
  const kind = body.accountType
  const name = body[kind]?.trim() ?? ''
  const code = body.token?.trim() ?? ''
  const fields = {
    ...(kind === 'phone' && !name && { phone: 'Please enter the phone number' }),
    ...(kind === 'email' && !EMAIL.test(name) && { email: 'Please enter a valid email' }),
    ...(!code && { token: 'Please enter the verification code' }),
  }
  const browser = await browserOf(context)
  if (Object.keys(fields).length) throw new ApiError('request.invalid', 'Check the form', 422, { fields })
  keepBrowser(context, await context.reset.verify(browser, { kind, name }, code, context.ip))
  return { minutes: VERIFIED_MINUTES }
}
