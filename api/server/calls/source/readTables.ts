import type { Handler } from '../../handler.ts'

export const sourceReadTables: Handler<'source.readTables'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  permissions.checkCreate(app, 'model')
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  return { added: await data.schema.readTables({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, user.id, body.tables) }
}
