import type { Handler } from '../../handler.ts'

export const orgListMembers: Handler<'org.listMembers'> = async ({ query }, { organisation, company }) =>
  organisation.members.list(company.id, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 })
