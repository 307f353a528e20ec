import type { Handler } from '../../handler.ts'

export const dataListModels: Handler<'data.listModels'> = async ({ params }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  const mayRead = await permissions.rights.on(app, user, 'model', 'read')
  return { items: await data.design.applied({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, mayRead) }
}
