import type { Handler } from '../../handler.ts'

export const modelDeleteIndex: Handler<'model.deleteIndex'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.removeIndex(scope, user.id, params.modelId, params.indexId)
  return {}
}
