import type { Handler } from '../../handler.ts'

export const entryUpdate: Handler<'entry.update'> = async ({ params, body }, { entries, app }) => {
  await entries.update(app, params.entryId, body)
  return { id: params.entryId }
}
