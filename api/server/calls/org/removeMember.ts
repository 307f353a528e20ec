import type { Handler } from '../../handler.ts'

export const orgRemoveMember: Handler<'org.removeMember'> = async ({ params, query }, { organisation, company, user }) => {
  await organisation.members.remove(company.id, params.userId, query.departmentId, user)
  return {}
}
