import type { Handler } from '../../handler.ts'

export const orgMoveMembers: Handler<'org.moveMembers'> = async ({ params, body }, { organisation, company }) => ({
  moved: await organisation.members.move(company.id, params.departmentId, body.users, body.to),
})
