import type { Handler } from '../../handler.ts'

export const releaseCancelSync: Handler<'release.cancelSync'> = async ({ params }, { sync, scope }) => {
  await sync.tasks.cancel(scope, params.syncId)
  return {}
}
