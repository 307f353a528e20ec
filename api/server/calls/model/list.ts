import type { Handler } from '../../handler.ts'

export const modelList: Handler<'model.list'> = async ({ params }, { data, company, app }) =>
  data.design.list({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId)
