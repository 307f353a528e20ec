import type { Handler } from '../../handler.ts'

export const roleListDepartments: Handler<'role.listDepartments'> = async ({ params }, { roleMembers, scope }) => ({
  options: await roleMembers.departmentChoices(scope, params.roleId),
})
