import type { Handler } from '../../handler.ts'

export const orgSuggestPositions: Handler<'org.suggestPositions'> = async ({ query }, { organisation, company }) => ({
  options: await organisation.positions.choices(company.id, query.term, query.defaultIds?.split(',')),
})
