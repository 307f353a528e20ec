import type { Handler } from '../../handler.ts'

export const orgUpdateMember: Handler<'org.updateMember'> = async ({ params, body }, { organisation, company, user }) => {
  await organisation.members.update(company, params.userId, body, user)
  return {}
}
