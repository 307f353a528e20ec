import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apigroupDelete: Handler<'apigroup.delete'> = async ({ params }, { resources, permissions, app, user, scope }) => {
  await checkOwned({ resources, permissions }, { app, user, scope }, 'apigroup', 'delete', params.apigroupId)
  await resources.remove(scope, 'apigroup', params.apigroupId)
  return {}
}
