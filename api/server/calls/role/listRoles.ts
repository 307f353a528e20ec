import type { Handler } from '../../handler.ts'

export const roleListRoles: Handler<'role.listRoles'> = async ({ query }, { roles, company, app, locale }) =>
  roles.list({ companyId: company.id, appId: app.id }, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
