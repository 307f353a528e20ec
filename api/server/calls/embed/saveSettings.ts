import type { Handler } from '../../handler.ts'

export const embedSaveSettings: Handler<'embed.saveSettings'> = async ({ body }, { embedding, scope }) => {
  await embedding.save({ ...scope, tag: body.tag ?? 'latest' }, body)
  return {}
}
