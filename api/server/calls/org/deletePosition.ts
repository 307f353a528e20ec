import type { Handler } from '../../handler.ts'

export const orgDeletePosition: Handler<'org.deletePosition'> = async ({ params }, { organisation, company }) => {
  await organisation.positions.remove(company.id, params.groupId, params.positionId)
  return {}
}
