import type { Handler } from '../../handler.ts'

export const orgChangeMembers: Handler<'org.changeMembers'> = async ({ body }, { organisation, company, user, locale }) =>
  organisation.members.changeMany(company, body, user, locale)
