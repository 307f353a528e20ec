import type { Handler } from '../../handler.ts'

export const orgGetInvitation: Handler<'org.getInvitation'> = async ({ params }, { organisation }) => organisation.invitations.get(params.invitationToken)
