import type { Handler } from '../../handler.ts'

export const orgSavePositionGroupOrder: Handler<'org.savePositionGroupOrder'> = async ({ body }, { organisation, company }) => {
  await organisation.positions.saveGroupOrder(company.id, body.ids)
  return {}
}
