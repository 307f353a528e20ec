import type { Handler } from '../../handler.ts'

export const roleRemoveMemberships: Handler<'role.removeMemberships'> = async ({ params }, { roleMembers, company, app, user }) => ({
  removed: await roleMembers.removeMemberships({ companyId: company.id, appId: app.id }, params.roleId, params.memberKind, params.memberIds.split(','), user),
})
