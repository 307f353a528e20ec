import type { Handler } from '../../handler.ts'

export const modelAddIndex: Handler<'model.addIndex'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  return { id: await data.models.addIndex({ companyId: company.id, appId: app.id }, user.id, params.modelId, body) }
}
