import type { Handler } from '../../handler.ts'
import { sessionData } from '../general/session.ts'

export const embedEnter: Handler<'embed.enter'> = async ({ params, body }, context) => {
  const { userId, appId, tag } = await context.embedding.enter(params, body.ticket)
  return { session: await sessionData(await context.signInFrame(userId, { appId, embedded: tag }, params), context) }
}
