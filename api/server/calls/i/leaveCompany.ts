import type { Handler } from '../../handler.ts'

export const iLeaveCompany: Handler<'i.leaveCompany'> = async ({ params }, { organisation, user }) => {
  await organisation.members.leave(params.companyId, user.id)
  return {}
}
