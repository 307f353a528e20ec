import type { Handler } from '../../handler.ts'

export const modelAddField: Handler<'model.addField'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  return { id: await data.models.addField({ companyId: company.id, appId: app.id }, user.id, params.modelId, body) }
}
