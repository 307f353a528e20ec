import type { Handler } from '../../handler.ts'

export const syncRemoveAccess: Handler<'sync.removeAccess'> = async ({ params }, { sync }) => {
  await sync.accesses.remove(params.syncAccessId)
  return {}
}
