import type { Handler } from '../../handler.ts'

export const orgGetExternalUser: Handler<'org.getExternalUser'> = async ({ params, query }, { organisation, company }) =>
  organisation.externalUsers.get(company.id, query.appId, params.externalUserId)
