import type { Handler } from '../../handler.ts'

export const roleAddUsers: Handler<'role.addUsers'> = async ({ params, body }, { roleMembers, company, app, user }) => ({
  added: await roleMembers.addUsers({ companyId: company.id, appId: app.id }, params.roleId, body.email, body.type ?? 0, user),
})
