import type { Handler } from '../../handler.ts'

export const pageUpdate: Handler<'page.update'> = async ({ params, body }, { pages, user, company, app }) =>
  pages.update({ companyId: company.id, appId: app.id }, user.id, params.pageId, body)
