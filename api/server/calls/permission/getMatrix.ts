import type { Handler } from '../../handler.ts'

export const permissionGetMatrix: Handler<'permission.getMatrix'> = async ({ query }, { permissions, app, locale }) =>
  permissions.overrides.matrix(
    app,
    query.kind,
    { roleIds: query.roleIds?.split(','), boxesOf: query.boxesOf === 'first' ? 'first' : query.boxesOf?.split(',') },
    locale,
  )
