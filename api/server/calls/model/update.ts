import type { Handler } from '../../handler.ts'

export const modelUpdate: Handler<'model.update'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.update(scope, user.id, params.modelId, body)
  return {}
}
