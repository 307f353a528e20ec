import type { Handler } from '../../handler.ts'

export const releaseEndStage: Handler<'release.endStage'> = async ({ params, body }, { releases, app }) => {
  await releases.finishStage(app, params.releaseId, body.how)
  return {}
}
