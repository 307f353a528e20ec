import type { Handler } from '../../handler.ts'

export const dataExplainRow: Handler<'data.explainRow'> = async ({ params, query }, { data, rowAccess, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return rowAccess.explain(opened, params.rowId, query.userId, locale)
}
