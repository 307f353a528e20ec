import type { Handler } from '../../handler.ts'

export const sourceUpdate: Handler<'source.update'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  await data.sources.update(scope, params.sourceId, body)
  return {}
}
