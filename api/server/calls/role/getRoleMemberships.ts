import type { Handler } from '../../handler.ts'

export const roleGetRoleMemberships: Handler<'role.getRoleMemberships'> = async ({ params }, { roleMembers, company, app, locale }) =>
  roleMembers.memberships({ companyId: company.id, appId: app.id }, params.roleId, locale)
