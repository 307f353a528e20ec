import type { Handler } from '../../handler.ts'

export const roleListIncludable: Handler<'role.listIncludable'> = async ({ params, query }, { roleMembers, locale, scope }) => ({
  options: await roleMembers.includable(scope, params.roleId, query.term, locale),
})
