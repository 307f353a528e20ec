import type { Handler } from '../../handler.ts'
import { notFound } from '../../errors.ts'
import { checkOwned, readDefinition } from '../../services/api/index.ts'

export const apiRestoreVersion: Handler<'api.restoreVersion'> = async ({ params }, { resources, permissions, app, user, scope }) => {
  const api = await checkOwned({ resources, permissions }, { app, user, scope }, 'api', 'edit', params.apiId)
  const old = (await resources.listVersions(scope, 'api', api.id)).find(one => String(one.version) === params.version)
  if (!old) throw notFound('resource.versionUnknown', 'There is no such version')
  readDefinition(old.definition)
  const { version } = await resources.update(scope, user.id, 'api', api.id, {
    key: old.key,
    name: old.name,
    definition: old.definition,
    note: `↺ ${old.version}`,
    baseVersion: api.version,
  })
  return { version }
}
