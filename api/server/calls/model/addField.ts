import type { Handler } from '../../handler.ts'

export const modelAddField: Handler<'model.addField'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  return { id: await data.models.addField(scope, user.id, params.modelId, body) }
}
