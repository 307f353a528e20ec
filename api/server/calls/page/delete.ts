import type { Handler } from '../../handler.ts'

export const pageDelete: Handler<'page.delete'> = async ({ params, query }, { pages, permissions, user, company, app }) => {
  const scope = { companyId: company.id, appId: app.id }
  await permissions.pages.checkAll(app, user, 'delete', () => pages.idsUnder(scope, params.pageId))
  return { deleted: await pages.remove(scope, params.pageId, query.withChildren ?? false) }
}
