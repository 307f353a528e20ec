import type { Handler } from '../../handler.ts'

export const modelList: Handler<'model.list'> = async ({ params }, { data, permissions, app, user, scope }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  const on = (option: string) => permissions.rights.on(app, user, 'model', option)
  const [mayRead, mayDelete] = await Promise.all([on('read'), on('delete')])
  const { items, ...list } = await data.design.list(scope, params.sourceId, mayRead)
  return { ...list, items: items.map(model => ({ ...model, mayDelete: mayDelete(model.id) })) }
}
