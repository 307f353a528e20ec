import type { Handler } from '../../handler.ts'

export const roleListRoles: Handler<'role.listRoles'> = async ({ query }, { roles, app, user, locale }) =>
  roles.list(app, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 }, user, locale)
