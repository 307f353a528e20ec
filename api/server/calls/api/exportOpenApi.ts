import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const apiExportOpenApi: Handler<'api.exportOpenApi'> = async ({ params }, { apis, permissions, app, user, origin, scope }) => {
  const [api, model] = await Promise.all(['api', 'model'].map(kind => permissions.rights.on(app, user, kind, 'read')))
  const file = await apis.openApiOf(
    scope,
    { origin, companyKey: params.companyKey, appUrlKey: params.appUrlKey, name: app.name },
    { api: (id, owner) => api?.(id, owner) === true, model: id => model?.(id) === true },
  )
  return new FileAnswer(Buffer.from(JSON.stringify(file, null, 2)), { name: `${app.key}.openapi.json`, mime: 'application/json', isPrivate: true })
}
