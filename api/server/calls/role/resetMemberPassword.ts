import type { Handler } from '../../handler.ts'

export const roleResetMemberPassword: Handler<'role.resetMemberPassword'> = async ({ params }, { organisation, company, user, locale }) =>
  organisation.initialPasswords.reset(company, params.userId, user, locale)
