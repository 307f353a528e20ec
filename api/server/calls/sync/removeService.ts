import type { Handler } from '../../handler.ts'

export const syncRemoveService: Handler<'sync.removeService'> = async ({ params }, { sync }) => {
  await sync.services.remove(params.syncServiceId)
  return {}
}
