import type { Handler } from '../../handler.ts'

export const modelCreate: Handler<'model.create'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  permissions.checkCreate(app, 'model')
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  return { id: await data.models.create({ companyId: company.id, appId: app.id }, user.id, params.sourceId, body) }
}
