import type { Handler } from '../../handler.ts'

export const permissionListVersions: Handler<'permission.listVersions'> = async ({ query }, { permissions, app, locale }) =>
  permissions.listVersions(app, { page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
