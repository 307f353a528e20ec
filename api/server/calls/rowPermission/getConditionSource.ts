import type { Handler } from '../../handler.ts'

export const rowPermissionGetConditionSource: Handler<'rowPermission.getConditionSource'> = async (
  { params, query },
  { rowPermissions, user, company, app, locale },
) => rowPermissions.conditionSource({ companyId: company.id, appId: app.id }, { user, company, app }, params, query, locale)
