import type { Handler } from '../../handler.ts'

export const roleAddIncludedRoles: Handler<'role.addIncludedRoles'> = async ({ params, body }, { roleMembers, app, user, locale }) => ({
  added: await roleMembers.addIncludedRoles(app, params.roleId, body.role, locale, user),
})
