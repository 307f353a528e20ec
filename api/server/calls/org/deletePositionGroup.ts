import type { Handler } from '../../handler.ts'

export const orgDeletePositionGroup: Handler<'org.deletePositionGroup'> = async ({ params }, { organisation, company }) => {
  await organisation.positions.removeGroup(company.id, params.groupId)
  return {}
}
