import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { countSignIn, requireFields } from '../signin/attempts.ts'

export const embedSignIn: Handler<'embed.signIn'> = async ({ params, body }, context) => {
  const { embedding, signin, sessions, ip, agent, callerOrigin, origin } = context
  // Only browsers say where they are; a mini-program is nowhere.
  if (callerOrigin && callerOrigin !== origin && !(await embedding.mayCall(params, callerOrigin)))
    throw new ApiError('embed.originRefused', 'This site may not show pages of this app. Whoever manages the app can list it under JS SDK', 403)
  await signin.methods.require('password')
  requireFields(body)
  await countSignIn(context)
  const name = body.username ?? ''
  const userId = await signin.byPassword(name, body.password ?? '', { ip, agent })
  const program = await embedding.programOf(params, userId)
  const done = await signin.finish({ id: userId }, { kind: 'password', name, ip, agent })
  if (done.next !== 'session')
    throw new ApiError('embed.needsBrowser', 'This account signs in with a second step, which a mini-program does not have. Use the app in a browser', 403)
  const { token } = await sessions.open(userId, { ip, agent, ...program })
  return { session: token }
}
