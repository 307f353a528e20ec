import type { Handler } from '../../handler.ts'

export const dataListModels: Handler<'data.listModels'> = async ({ params }, { data, company, app }) => ({
  items: await data.design.applied({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId),
})
