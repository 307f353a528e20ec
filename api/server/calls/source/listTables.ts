import type { Handler } from '../../handler.ts'

export const sourceListTables: Handler<'source.listTables'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  return { items: await data.tables.list(scope, params.sourceId) }
}
