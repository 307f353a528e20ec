import type { Handler } from '../../handler.ts'

export const modelAddFields: Handler<'model.addFields'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  return { ids: await data.models.addFields(scope, user.id, params.modelId, body.fields) }
}
