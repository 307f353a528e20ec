import type { Handler } from '../../handler.ts'

export const pageSaveOrder: Handler<'page.saveOrder'> = async ({ body }, { pages, company, app }) => ({
  changed: await pages.saveOrder({ companyId: company.id, appId: app.id }, body.items),
})
