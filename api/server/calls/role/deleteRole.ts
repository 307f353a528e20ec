import type { Handler } from '../../handler.ts'

export const roleDeleteRole: Handler<'role.deleteRole'> = async ({ params }, { roles, company, app, user, locale }) => {
  await roles.remove({ companyId: company.id, appId: app.id }, params.roleId, user, locale)
  return {}
}
