import type { Handler } from '../../handler.ts'

export const sourceDelete: Handler<'source.delete'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'delete', params.sourceId)
  await data.sources.remove(scope, params.sourceId)
  return {}
}
