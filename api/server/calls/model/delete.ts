import type { Handler } from '../../handler.ts'

export const modelDelete: Handler<'model.delete'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'delete', params.modelId)
  await data.models.remove({ companyId: company.id, appId: app.id }, params.modelId)
  return {}
}
