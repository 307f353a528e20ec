import type { Handler } from '../../handler.ts'

export const releaseRetry: Handler<'release.retry'> = async ({ params }, { releases, app }) => {
  await releases.retry(app, params.taskId)
  return {}
}
