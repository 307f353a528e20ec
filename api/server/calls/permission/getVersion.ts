import type { Handler } from '../../handler.ts'

export const permissionGetVersion: Handler<'permission.getVersion'> = async ({ params, query }, { permissions, app, locale }) =>
  permissions.getVersion(app, Number(params.version), { against: query.against, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
