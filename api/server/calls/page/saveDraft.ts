import type { Handler } from '../../handler.ts'

export const pageSaveDraft: Handler<'page.saveDraft'> = async ({ params, body }, { pages, user, company, app }) =>
  pages.saveDraft({ companyId: company.id, appId: app.id }, user.id, params.pageId, body)
