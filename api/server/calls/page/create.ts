import type { Handler } from '../../handler.ts'

export const pageCreate: Handler<'page.create'> = async ({ body }, { pages, user, company, app }) =>
  pages.create({ companyId: company.id, appId: app.id }, user.id, body)
