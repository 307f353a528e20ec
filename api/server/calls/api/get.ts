import type { Handler } from '../../handler.ts'
import { notAllowed } from '../../services/foundation/access/rights.ts'
import { summaryOf } from '../../services/api/index.ts'

export const apiGet: Handler<'api.get'> = async ({ params }, { resources, permissions, app, user, scope }) => {
  const { rights } = permissions
  const api = await resources.get(scope, 'api', params.apiId)
  const on = async (option: string) => (await rights.on(app, user, 'api', option))(api.id, api.ownerId)
  const [read, edit, remove] = await Promise.all([on('read'), on('edit'), on('delete')])
  if (!read) throw notAllowed()
  const { parameters = [] } = api.definition as { parameters?: { key: string; default?: unknown }[] }
  const trial = Object.fromEntries(parameters.map(one => [one.key, one.default ?? '']))
  return { ...summaryOf(api, { edit, delete: remove }), definition: api.definition, trial }
}
