import type { Handler } from '../../handler.ts'

export const modelSaveFieldOrder: Handler<'model.saveFieldOrder'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.saveFieldOrder({ companyId: company.id, appId: app.id }, user.id, params.modelId, body.ids)
  return {}
}
