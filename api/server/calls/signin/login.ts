import { ApiError } from '../../errors.ts'
import type { CallTypes } from '../../../generated/types.ts'
import type { Context, Handler } from '../../handler.ts'
import { browserOf } from './browser.ts'
import { countSignIn, requireFields } from './attempts.ts'
import { endSignIn } from './end.ts'

type Body = NonNullable<CallTypes['signin.login']['body']>

/** With an email and the code that was mailed to it. */
async function byEmail({ email = '', token = '', redirect }: Body, context: Context<'signin.login'>) {
  const { signin, ip, agent } = context
  await signin.methods.require('email')
  if (!token.trim()) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { token: 'Please enter the verification code' } })
  await countSignIn(context)
  const userId = await signin.emailCode.check(browserOf(context), email, token, { ip, agent })
  return endSignIn(userId, { kind: 'email', name: email, redirect }, context)
}

export const signinLogin: Handler<'signin.login'> = async ({ body }, context) => {
  const { signin, ip, agent } = context
  if (body.email !== undefined) return byEmail(body, context)
  await signin.methods.require('password')
  requireFields(body)
  await countSignIn(context)
  const name = body.username ?? ''
  const userId = await signin.byPassword(name, body.password ?? '', { ip, agent })
  return endSignIn(userId, { kind: 'password', name, redirect: body.redirect }, context)
}
