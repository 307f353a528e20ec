import type { Handler } from '../../handler.ts'

export const sourceReadTables: Handler<'source.readTables'> = async ({ params, body }, { data, company, app, user }) => ({
  added: await data.schema.readTables({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, user.id, body.tables),
})
