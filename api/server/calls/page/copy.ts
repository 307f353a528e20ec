import type { Handler } from '../../handler.ts'

export const pageCopy: Handler<'page.copy'> = async ({ params, body }, { pages, user, company, app }) =>
  pages.copy({ companyId: company.id, appId: app.id }, user.id, params.pageId, body.name)
