import type { Handler } from '../../handler.ts'

export const sourceUpdate: Handler<'source.update'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  await data.sources.update({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, body)
  return {}
}
