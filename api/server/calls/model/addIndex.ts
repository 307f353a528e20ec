import type { Handler } from '../../handler.ts'

export const modelAddIndex: Handler<'model.addIndex'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  return { id: await data.models.addIndex(scope, user.id, params.modelId, body) }
}
