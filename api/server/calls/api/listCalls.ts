import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apiListCalls: Handler<'api.listCalls'> = async ({ query }, { apis, resources, permissions, app, user, locale, scope }) => {
  if (query.apiId) await checkOwned({ resources, permissions }, { app, user, scope }, 'api', 'edit', query.apiId)
  const mayEdit = await permissions.rights.on(app, user, 'api', 'edit')
  // Who may edit some of them sees the calls of those.
  const seen = mayEdit.all ? undefined : (await resources.list(scope, 'api')).filter(one => mayEdit(one.id, one.ownerId)).map(one => one.id)
  return apis.calls(scope, query, seen, locale)
}
