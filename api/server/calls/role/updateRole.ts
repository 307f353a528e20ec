import type { Handler } from '../../handler.ts'

export const roleUpdateRole: Handler<'role.updateRole'> = async ({ params, body }, { roles, company, app, user }) => {
  await roles.update({ companyId: company.id, appId: app.id }, params.roleId, body, user)
  return {}
}
