import type { Handler } from '../../handler.ts'

export const sourceDeleteConnection: Handler<'source.deleteConnection'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  await data.sources.removeConnection({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId)
  return {}
}
