import type { Handler } from '../../handler.ts'

export const permissionGetMatrix: Handler<'permission.getMatrix'> = async ({ query }, { permissions, app, locale }) =>
  permissions.overrides.matrix(app, query.kind, query.roleIds?.split(','), locale)
