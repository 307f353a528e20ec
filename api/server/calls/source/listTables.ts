import type { Handler } from '../../handler.ts'

export const sourceListTables: Handler<'source.listTables'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  return { items: await data.schema.tables({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId) }
}
