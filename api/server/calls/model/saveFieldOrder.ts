import type { Handler } from '../../handler.ts'

export const modelSaveFieldOrder: Handler<'model.saveFieldOrder'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.saveFieldOrder(scope, user.id, params.modelId, body.ids)
  return {}
}
