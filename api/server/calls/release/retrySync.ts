import type { Handler } from '../../handler.ts'

export const releaseRetrySync: Handler<'release.retrySync'> = async ({ params, body }, { sync, scope }) => {
  await sync.again(scope, params.syncId, body.overwrite ?? [])
  return {}
}
