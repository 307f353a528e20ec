import type { Handler } from '../../handler.ts'

export const pageDelete: Handler<'page.delete'> = async ({ params, query }, { pages, company, app }) => ({
  deleted: await pages.remove({ companyId: company.id, appId: app.id }, params.pageId, query.withChildren ?? false),
})
