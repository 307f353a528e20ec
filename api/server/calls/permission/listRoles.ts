import type { Handler } from '../../handler.ts'

export const permissionListRoles: Handler<'permission.listRoles'> = async (_input, { permissions, app, locale }) => ({
  items: await permissions.lists.roles(app, locale),
})
