import type { Handler } from '../../handler.ts'

export const syncUpdateService: Handler<'sync.updateService'> = async ({ params, body }, { sync, user }) => {
  await sync.services.save(user.id, params.syncServiceId, body)
  return {}
}
