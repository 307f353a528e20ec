import type { Handler } from '../../handler.ts'

export const dataGetRow: Handler<'data.getRow'> = async ({ params, query }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const row = await data.rows.get(opened, params.rowId, query.relations)
  return { row, fields: data.rows.describe(opened), may: data.rows.told(opened), managed: opened.model.definition.managed }
}
