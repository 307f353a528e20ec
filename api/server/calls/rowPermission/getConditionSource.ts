import type { Handler } from '../../handler.ts'

export const rowPermissionGetConditionSource: Handler<'rowPermission.getConditionSource'> = async (
  { params, query },
  { rowPermissions, user, company, app, locale, scope },
) => rowPermissions.conditionSource(scope, { user, company, app }, params, query, locale)
