import type { Handler } from '../../handler.ts'

export const embedRemoveSecret: Handler<'embed.removeSecret'> = async ({ body }, { embedding, scope }) => {
  await embedding.removeSecret({ ...scope, tag: body.tag ?? 'latest' })
  return {}
}
