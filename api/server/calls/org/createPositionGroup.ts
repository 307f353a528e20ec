import type { Handler } from '../../handler.ts'

export const orgCreatePositionGroup: Handler<'org.createPositionGroup'> = async ({ body }, { organisation, company }) => ({
  id: await organisation.positions.createGroup(company.id, body),
})
