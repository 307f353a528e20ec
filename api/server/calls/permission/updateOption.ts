import type { Handler } from '../../handler.ts'

export const permissionUpdateOption: Handler<'permission.updateOption'> = async ({ body }, { permissions, app, user }) => {
  await permissions.options.update(app, user, body)
  return {}
}
