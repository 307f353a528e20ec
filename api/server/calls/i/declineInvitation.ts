import type { Handler } from '../../handler.ts'

export const iDeclineInvitation: Handler<'i.declineInvitation'> = async ({ params }, { organisation, user }) => {
  await organisation.invitations.own.decline(user.id, params.invitationId)
  return {}
}
