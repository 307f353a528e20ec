import type { Handler } from '../../handler.ts'

export const releaseKill: Handler<'release.kill'> = async ({ params }, { releases, app }) => {
  await releases.cancel(app, params.releaseId)
  return {}
}
