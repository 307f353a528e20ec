import type { Handler } from '../../handler.ts'

export const sourceApply: Handler<'source.apply'> = async ({ params, body }, { data, company, app, user }) => ({
  statements: await data.schema.apply({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, user.id, body),
})
