import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apiUpdate: Handler<'api.update'> = async ({ params, body }, { apis, resources, permissions, app, user, scope }) => {
  await checkOwned({ resources, permissions }, { app, user, scope }, 'api', 'edit', params.apiId)
  apis.check(body.definition)
  const { version } = await resources.update(scope, user.id, 'api', params.apiId, body)
  return { version }
}
