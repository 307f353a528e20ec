import type { Handler } from '../../handler.ts'

export const dataExplainRow: Handler<'data.explainRow'> = async ({ params, query }, { data, rowAccess, user, company, app, locale }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return rowAccess.explain(opened, params.rowId, query.userId, locale)
}
