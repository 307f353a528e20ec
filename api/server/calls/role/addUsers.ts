import type { Handler } from '../../handler.ts'

export const roleAddUsers: Handler<'role.addUsers'> = async ({ params, body }, { roleMembers, app, user }) => ({
  added: await roleMembers.addUsers(app, params.roleId, body.email, body.type ?? 0, user),
})
