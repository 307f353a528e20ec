import type { Handler } from '../../handler.ts'

export const dataGetRow: Handler<'data.getRow'> = async ({ params, query }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  const row = await data.rows.get(opened, params.rowId, query.relations)
  return { row, fields: data.rows.describe(opened), managed: opened.model.definition.managed }
}
