import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apiDelete: Handler<'api.delete'> = async ({ params }, { resources, permissions, app, user, scope }) => {
  await checkOwned({ resources, permissions }, { app, user, scope }, 'api', 'delete', params.apiId)
  await resources.remove(scope, 'api', params.apiId)
  return {}
}
