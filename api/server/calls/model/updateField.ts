import type { Handler } from '../../handler.ts'

export const modelUpdateField: Handler<'model.updateField'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.updateField({ companyId: company.id, appId: app.id }, user.id, params.modelId, params.fieldId, body)
  return {}
}
