import type { Handler } from '../../handler.ts'

export const pageCopy: Handler<'page.copy'> = async ({ params, body }, { pages, permissions, user, company, app }) => {
  permissions.checkCreate(app, 'page')
  // What is in it is copied along.
  await permissions.pages.checkAll(app, user, 'read', () => pages.idsUnder({ companyId: company.id, appId: app.id }, params.pageId))
  return pages.copy({ companyId: company.id, appId: app.id }, user.id, params.pageId, body.name)
}
