import type { Handler } from '../../handler.ts'

export const roleAddIncludedRoles: Handler<'role.addIncludedRoles'> = async ({ params, body }, { roleMembers, company, app, user, locale }) => ({
  added: await roleMembers.addIncludedRoles({ companyId: company.id, appId: app.id }, params.roleId, body.role, locale, user),
})
