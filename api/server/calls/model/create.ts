import type { Handler } from '../../handler.ts'

export const modelCreate: Handler<'model.create'> = async ({ params, body }, { data, company, app, user }) => ({
  id: await data.models.create({ companyId: company.id, appId: app.id }, user.id, params.sourceId, body),
})
