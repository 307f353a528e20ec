import type { Handler } from '../../handler.ts'

export const pageListVersions: Handler<'page.listVersions'> = async ({ params, query }, { pages, app, permissions, user, scope }) => {
  await permissions.pages.checkSeen(app, user, params.pageId)
  return pages.listVersions(scope, params.pageId, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
}
