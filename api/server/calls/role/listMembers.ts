import type { Handler } from '../../handler.ts'

export const roleListMembers: Handler<'role.listMembers'> = async ({ params, query }, { roleMembers, company, app, locale }) =>
  roleMembers.list({ companyId: company.id, appId: app.id }, params.roleId, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
