import type { Handler } from '../../handler.ts'

export const roleAddDepartments: Handler<'role.addDepartments'> = async ({ params, body }, { roleMembers, company, app, user }) => ({
  added: await roleMembers.addDepartments({ companyId: company.id, appId: app.id }, params.roleId, body.department, user),
})
