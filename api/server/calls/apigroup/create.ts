import type { Handler } from '../../handler.ts'

export const apigroupCreate: Handler<'apigroup.create'> = async ({ body }, { resources, permissions, app, user, scope }) => {
  permissions.checkCreate(app, 'apigroup')
  const { id } = await resources.create(scope, user.id, 'apigroup', { ...body, definition: {} })
  return { id }
}
