import type { Handler } from '../../handler.ts'

export const roleDeleteRole: Handler<'role.deleteRole'> = async ({ params }, { roles, app, user, locale }) => {
  await roles.remove(app, params.roleId, user, locale)
  return {}
}
