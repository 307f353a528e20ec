import type { Handler } from '../../handler.ts'

export const sourceReadTables: Handler<'source.readTables'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  permissions.checkCreate(app, 'model')
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  return { added: await data.tables.read(scope, params.sourceId, user.id, body.tables) }
}
