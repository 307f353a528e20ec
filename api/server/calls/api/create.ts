import type { Handler } from '../../handler.ts'

export const apiCreate: Handler<'api.create'> = async ({ body }, { apis, resources, permissions, app, user, scope }) => {
  permissions.checkCreate(app, 'api')
  apis.check(body.definition)
  const { id } = await resources.create(scope, user.id, 'api', body)
  return { id }
}
