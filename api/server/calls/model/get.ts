import type { Handler } from '../../handler.ts'

export const modelGet: Handler<'model.get'> = async ({ params }, { data, company, app }) =>
  data.design.get({ companyId: company.id, appId: app.id, tag: app.tag }, params.modelId)
