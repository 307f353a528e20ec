import type { Handler } from '../../handler.ts'

export const orgUpdatePosition: Handler<'org.updatePosition'> = async ({ params, body }, { organisation, company }) => {
  await organisation.positions.update(company.id, params.groupId, params.positionId, body)
  return {}
}
