import type { Handler } from '../../handler.ts'

export const orgRenewInvitation: Handler<'org.renewInvitation'> = async ({ params }, { organisation, company, user, origin, locale }) =>
  organisation.invitations.renew(company, params.userId, { id: user.id, name: user.name, origin, locale })
