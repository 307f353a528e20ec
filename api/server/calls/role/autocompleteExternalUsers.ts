import { ApiError, notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'

export const roleAutocompleteExternalUsers: Handler<'role.autocompleteExternalUsers'> = async ({ query }, { access, apps, organisation, company, session }) => {
  const key = await apps.keyOf(company.id, query.appId)
  if (!key || !session) throw notFound('role.appUnknown', 'There is no such app')
  const { app } = await access.find(session.token, { companyKey: company.key, appUrlKey: key })
  if (!app || !mayInApp(app, 'adminRole')) throw new ApiError('role.notForYou', 'Only those who configure the roles of the app may look for its visitors', 403)
  return { options: await organisation.externalUsers.suggest(company.id, query.appId, query.term) }
}
