import type { Handler } from '../../handler.ts'

export const modelDeleteIndex: Handler<'model.deleteIndex'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.removeIndex({ companyId: company.id, appId: app.id }, user.id, params.modelId, params.indexId)
  return {}
}
