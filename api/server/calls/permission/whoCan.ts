import type { Handler } from '../../handler.ts'

export const permissionWhoCan: Handler<'permission.whoCan'> = async ({ query }, { permissions, app, locale }) =>
  permissions.whoCan(app, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
