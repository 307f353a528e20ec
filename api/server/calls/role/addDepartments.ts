import type { Handler } from '../../handler.ts'

export const roleAddDepartments: Handler<'role.addDepartments'> = async ({ params, body }, { roleMembers, app, user }) => ({
  added: await roleMembers.addDepartments(app, params.roleId, body.department, user),
})
