import type { Handler } from '../../handler.ts'

export const permissionDeleteOption: Handler<'permission.deleteOption'> = async ({ query }, { permissions, app, user }) => {
  await permissions.options.remove(app, user, query)
  return {}
}
