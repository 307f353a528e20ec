import type { Handler } from '../../handler.ts'

export const modelDeleteIndex: Handler<'model.deleteIndex'> = async ({ params }, { data, company, app, user }) => {
  await data.models.removeIndex({ companyId: company.id, appId: app.id }, user.id, params.modelId, params.indexId)
  return {}
}
