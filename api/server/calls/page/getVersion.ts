import type { Handler } from '../../handler.ts'

export const pageGetVersion: Handler<'page.getVersion'> = async ({ params }, { pages, company, app, permissions, user }) => {
  await permissions.pages.checkSeen(app, user, params.pageId)
  return pages.getVersion({ companyId: company.id, appId: app.id }, params.pageId, Number(params.version))
}
