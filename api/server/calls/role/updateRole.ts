import type { Handler } from '../../handler.ts'

export const roleUpdateRole: Handler<'role.updateRole'> = async ({ params, body }, { roles, app, user }) => {
  await roles.update(app, params.roleId, body, user)
  return {}
}
