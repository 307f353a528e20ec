import type { Handler } from '../../handler.ts'

export const entryDelete: Handler<'entry.delete'> = async ({ params }, { entries, app }) => {
  await entries.remove(app, params.entryId)
  return { id: params.entryId }
}
