import type { Handler } from '../../handler.ts'

export const roleListMembers: Handler<'role.listMembers'> = async ({ params, query }, { roleMembers, locale, scope }) =>
  roleMembers.list(scope, params.roleId, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
