import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apiListVersions: Handler<'api.listVersions'> = async ({ params }, { resources, permissions, app, user, scope }) => {
  await checkOwned({ resources, permissions }, { app, user, scope }, 'api', 'read', params.apiId)
  return { items: await resources.listVersions(scope, 'api', params.apiId) }
}
