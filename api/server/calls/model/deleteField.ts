import type { Handler } from '../../handler.ts'

export const modelDeleteField: Handler<'model.deleteField'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.removeField({ companyId: company.id, appId: app.id }, user.id, params.modelId, params.fieldId)
  return {}
}
