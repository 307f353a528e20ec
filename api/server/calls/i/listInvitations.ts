import type { Handler } from '../../handler.ts'

export const iListInvitations: Handler<'i.listInvitations'> = async (_input, { organisation, user }) => ({
  items: await organisation.invitations.own.list(user.id),
})
