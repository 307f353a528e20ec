import type { Handler } from '../../handler.ts'

export const orgCreatePosition: Handler<'org.createPosition'> = async ({ params, body }, { organisation, company }) => ({
  id: await organisation.positions.create(company.id, params.groupId, body),
})
