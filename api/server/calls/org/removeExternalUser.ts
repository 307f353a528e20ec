import type { Handler } from '../../handler.ts'

export const orgRemoveExternalUser: Handler<'org.removeExternalUser'> = async ({ params, query }, { organisation, company }) => {
  await organisation.externalUsers.remove(company.id, query.appId, params.externalUserId)
  return {}
}
