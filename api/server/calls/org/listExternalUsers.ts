import type { Handler } from '../../handler.ts'

export const orgListExternalUsers: Handler<'org.listExternalUsers'> = async ({ query }, { organisation, company }) =>
  organisation.externalUsers.list(company.id, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 })
