import { ApiError } from '../../errors.ts'
import { safeRedirect } from '../../redirects.ts'
import type { Handler } from '../../handler.ts'
import { sessionData } from '../general/session.ts'

export const signinLogin: Handler<'signin.login'> = async ({ body }, { config, people, inbox, limits, ip, signIn }) => {
  if (!config.authTypes.includes('password')) throw new ApiError('signin.methodOff', 'This way to sign in is switched off', 403)
  const missing = Object.fromEntries((['username', 'password'] as const).filter(name => !body[name]?.trim()).map(name => [name, 'Required']))
  if (Object.keys(missing).length) throw new ApiError('request.invalid', 'Check the form', 422, { fields: missing })
  if (!(await limits.hit(`signin ${ip}`, 60)))
    throw new ApiError('signin.locked', 'Too many attempts. Try again in {minutes} minutes', 429, { values: { minutes: 1 } })
  const session = await signIn(await people.signIn(body.username ?? '', body.password ?? ''))
  return { redirect: safeRedirect(body.redirect), session: await sessionData(session, { people, inbox }) }
}
