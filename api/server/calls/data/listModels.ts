import type { Handler } from '../../handler.ts'

export const dataListModels: Handler<'data.listModels'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  const mayRead = await permissions.rights.on(app, user, 'model', 'read')
  return { items: await data.design.applied(scope, params.sourceId, mayRead) }
}
