import type { Handler } from '../../handler.ts'

export const pageListVersions: Handler<'page.listVersions'> = async ({ params, query }, { pages, company, app, permissions, user }) => {
  await permissions.pages.checkSeen(app, user, params.pageId)
  return pages.listVersions({ companyId: company.id, appId: app.id }, params.pageId, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
}
