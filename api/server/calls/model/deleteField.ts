import type { Handler } from '../../handler.ts'

export const modelDeleteField: Handler<'model.deleteField'> = async ({ params }, { data, company, app, user }) => {
  await data.models.removeField({ companyId: company.id, appId: app.id }, user.id, params.modelId, params.fieldId)
  return {}
}
