import type { Handler } from '../../handler.ts'

export const modelUpdate: Handler<'model.update'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.update({ companyId: company.id, appId: app.id }, user.id, params.modelId, body)
  return {}
}
