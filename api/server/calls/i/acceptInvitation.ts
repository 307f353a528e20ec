import type { Handler } from '../../handler.ts'

export const iAcceptInvitation: Handler<'i.acceptInvitation'> = async ({ params, body }, { organisation, user }) => {
  const { companyKey } = await organisation.invitations.own.accept(user.id, params.invitationId, body.token)
  return { redirect: `/company/${companyKey}` }
}
