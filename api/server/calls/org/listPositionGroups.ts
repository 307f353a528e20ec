import type { Handler } from '../../handler.ts'

export const orgListPositionGroups: Handler<'org.listPositionGroups'> = async ({ query }, { organisation, company }) => ({
  options: await organisation.positions.listGroups(company.id, query),
})
