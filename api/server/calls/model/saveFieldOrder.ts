import type { Handler } from '../../handler.ts'

export const modelSaveFieldOrder: Handler<'model.saveFieldOrder'> = async ({ params, body }, { data, company, app, user }) => {
  await data.models.saveFieldOrder({ companyId: company.id, appId: app.id }, user.id, params.modelId, body.ids)
  return {}
}
