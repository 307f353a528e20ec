import type { Handler } from '../../handler.ts'

export const orgCheckMember: Handler<'org.checkMember'> = async ({ params, query }, { organisation, company, locale }) =>
  organisation.members.effect(company, params.userId, query, locale)
