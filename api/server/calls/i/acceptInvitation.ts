import type { Handler } from '../../handler.ts'

export const iAcceptInvitation: Handler<'i.acceptInvitation'> = async ({ params }, { organisation, user }) => {
  const { companyKey } = await organisation.invitations.own.accept(user.id, params.invitationId)
  return { redirect: `/company/${companyKey}` }
}
