import type { Handler } from '../../handler.ts'

export const modelCreate: Handler<'model.create'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  permissions.checkCreate(app, 'model')
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  return { id: await data.models.create(scope, user.id, params.sourceId, body) }
}
