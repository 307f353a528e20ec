import type { Handler } from '../../handler.ts'

export const roleRemoveMembers: Handler<'role.removeMembers'> = async ({ params }, { roleMembers, app, user }) => ({
  removed: await roleMembers.removeMembers(app, params.roleId, params.memberIds.split(','), user),
})
