import type { Handler } from '../../handler.ts'

export const sourceDeleteConnection: Handler<'source.deleteConnection'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  await data.sources.removeConnection(scope, params.sourceId)
  return {}
}
