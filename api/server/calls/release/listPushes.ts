import type { Handler } from '../../handler.ts'

export const releaseListPushes: Handler<'release.listPushes'> = async ({ query: { page = 1, perPage = 20, appletType } }, { miniapps, scope, locale }) =>
  miniapps.pushes.list(scope, { page, perPage, appletType }, locale)
