import type { Handler } from '../../handler.ts'

export const embedStart: Handler<'embed.start'> = async ({ params, body }, { embedding, callerOrigin }) =>
  embedding.start(params, callerOrigin, body.token ?? '')
