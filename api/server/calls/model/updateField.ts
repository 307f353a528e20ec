import type { Handler } from '../../handler.ts'

export const modelUpdateField: Handler<'model.updateField'> = async ({ params, body }, { data, company, app, user }) => {
  await data.models.updateField({ companyId: company.id, appId: app.id }, user.id, params.modelId, params.fieldId, body)
  return {}
}
