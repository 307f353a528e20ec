import type { Handler } from '../../handler.ts'

export const embedRenewSecret: Handler<'embed.renewSecret'> = async ({ body }, { embedding, scope }) => ({
  secret: await embedding.renewSecret({ ...scope, tag: body.tag ?? 'latest' }),
})
