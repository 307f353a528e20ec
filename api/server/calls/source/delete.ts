import type { Handler } from '../../handler.ts'

export const sourceDelete: Handler<'source.delete'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'source', 'delete', params.sourceId)
  await data.sources.remove({ companyId: company.id, appId: app.id }, params.sourceId)
  return {}
}
