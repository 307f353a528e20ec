import type { Handler } from '../../handler.ts'

export const modelUpdateField: Handler<'model.updateField'> = async ({ params, body }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'model', 'edit', params.modelId)
  await data.models.updateField(scope, user.id, params.modelId, params.fieldId, body)
  return {}
}
