import type { Handler } from '../../handler.ts'

export const modelDeleteField: Handler<'model.deleteField'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.removeField(scope, user.id, params.modelId, params.fieldId)
  return {}
}
