import type { Handler } from '../../handler.ts'

export const roleRemoveMemberships: Handler<'role.removeMemberships'> = async ({ params }, { roleMembers, app, user }) => ({
  removed: await roleMembers.removeMemberships(app, params.roleId, params.memberKind, params.memberIds.split(','), user),
})
