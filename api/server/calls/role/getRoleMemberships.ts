import type { Handler } from '../../handler.ts'

export const roleGetRoleMemberships: Handler<'role.getRoleMemberships'> = async ({ params }, { roleMembers, locale, scope }) =>
  roleMembers.memberships(scope, params.roleId, locale)
