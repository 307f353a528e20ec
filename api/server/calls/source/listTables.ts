import type { Handler } from '../../handler.ts'

export const sourceListTables: Handler<'source.listTables'> = async ({ params }, { data, company, app }) => ({
  items: await data.schema.tables({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId),
})
