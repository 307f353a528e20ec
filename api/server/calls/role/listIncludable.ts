import type { Handler } from '../../handler.ts'

export const roleListIncludable: Handler<'role.listIncludable'> = async ({ params, query }, { roleMembers, company, app, locale }) => ({
  options: await roleMembers.includable({ companyId: company.id, appId: app.id }, params.roleId, query.term, locale),
})
