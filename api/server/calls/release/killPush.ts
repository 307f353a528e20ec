import type { Handler } from '../../handler.ts'

export const releaseKillPush: Handler<'release.killPush'> = async ({ body }, { miniapps, scope }) => {
  await miniapps.pushes.kill(scope, body.id)
  return {}
}
