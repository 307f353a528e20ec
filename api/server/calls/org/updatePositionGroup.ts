import type { Handler } from '../../handler.ts'

export const orgUpdatePositionGroup: Handler<'org.updatePositionGroup'> = async ({ params, body }, { organisation, company }) => {
  await organisation.positions.updateGroup(company.id, params.groupId, body)
  return {}
}
