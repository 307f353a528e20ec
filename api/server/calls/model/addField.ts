import type { Handler } from '../../handler.ts'

export const modelAddField: Handler<'model.addField'> = async ({ params, body }, { data, company, app, user }) => ({
  id: await data.models.addField({ companyId: company.id, appId: app.id }, user.id, params.modelId, body),
})
