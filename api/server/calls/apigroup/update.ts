import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apigroupUpdate: Handler<'apigroup.update'> = async ({ params, body }, { resources, permissions, app, user, scope }) => {
  await checkOwned({ resources, permissions }, { app, user, scope }, 'apigroup', 'edit', params.apigroupId)
  await resources.update(scope, user.id, 'apigroup', params.apigroupId, { ...body, definition: {} })
  return {}
}
