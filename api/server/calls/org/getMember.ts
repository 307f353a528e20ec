import type { Handler } from '../../handler.ts'

export const orgGetMember: Handler<'org.getMember'> = async ({ params }, { organisation, company, user }) =>
  organisation.members.get(company.id, params.userId, user.id)
