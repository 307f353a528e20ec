import type { Handler } from '../../handler.ts'

export const orgBanMember: Handler<'org.banMember'> = async ({ params, body }, { organisation, company, user }) => {
  await organisation.members.ban(company.id, params.userId, body.disabled, user)
  return {}
}
