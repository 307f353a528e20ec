import type { Handler } from '../../handler.ts'

export const roleRemoveMembers: Handler<'role.removeMembers'> = async ({ params }, { roleMembers, company, app, user }) => ({
  removed: await roleMembers.removeMembers({ companyId: company.id, appId: app.id }, params.roleId, params.memberIds.split(','), user),
})
