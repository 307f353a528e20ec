import type { Handler } from '../../handler.ts'

export const orgListPositions: Handler<'org.listPositions'> = async ({ params, query }, { organisation, company }) =>
  organisation.positions.list(company.id, params.groupId, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
