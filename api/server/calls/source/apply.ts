import type { Handler } from '../../handler.ts'

export const sourceApply: Handler<'source.apply'> = async ({ params, body }, { data, permissions, company, app, user }) => {
  await permissions.check(app, user, 'source', 'edit', params.sourceId)
  return { statements: await data.schema.apply({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, user.id, body) }
}
