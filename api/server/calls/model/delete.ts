import type { Handler } from '../../handler.ts'

export const modelDelete: Handler<'model.delete'> = async ({ params }, { data, company, app }) => {
  await data.models.remove({ companyId: company.id, appId: app.id }, params.modelId)
  return {}
}
