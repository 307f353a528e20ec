import type { Handler } from '../../handler.ts'

export const modelAddIndex: Handler<'model.addIndex'> = async ({ params, body }, { data, company, app, user }) => ({
  id: await data.models.addIndex({ companyId: company.id, appId: app.id }, user.id, params.modelId, body),
})
