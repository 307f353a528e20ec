import type { Handler } from '../../handler.ts'

export const permissionExplain: Handler<'permission.explain'> = async ({ query }, { permissions, app, user, locale }) =>
  permissions.explain(app, { userId: query.userId ?? user.id, resource: query.resource, option: query.option }, locale)
