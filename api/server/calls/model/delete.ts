import type { Handler } from '../../handler.ts'

export const modelDelete: Handler<'model.delete'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'delete', params.modelId)
  await data.models.remove(scope, params.modelId)
  return {}
}
