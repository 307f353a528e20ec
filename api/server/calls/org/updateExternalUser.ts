import type { Handler } from '../../handler.ts'

export const orgUpdateExternalUser: Handler<'org.updateExternalUser'> = async ({ params, query, body }, { organisation, company }) => {
  await organisation.externalUsers.setDisabled(company.id, query.appId, params.externalUserId, body.disabled)
  return {}
}
