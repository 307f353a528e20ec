import type { Handler } from '../../handler.ts'

export const releaseGetPushDetail: Handler<'release.getPushDetail'> = async ({ query }, { miniapps, scope, locale }) =>
  miniapps.pushes.get(scope, query.id, locale)
