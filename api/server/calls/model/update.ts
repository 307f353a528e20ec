import type { Handler } from '../../handler.ts'

export const modelUpdate: Handler<'model.update'> = async ({ params, body }, { data, company, app, user }) => {
  await data.models.update({ companyId: company.id, appId: app.id }, user.id, params.modelId, body)
  return {}
}
