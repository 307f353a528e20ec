import type { Handler } from '../../handler.ts'

export const roleListDepartments: Handler<'role.listDepartments'> = async ({ params }, { roleMembers, company, app }) => ({
  options: await roleMembers.departmentChoices({ companyId: company.id, appId: app.id }, params.roleId),
})
