import type { Handler } from '../../handler.ts'

export const dataGetHistory: Handler<'data.getHistory'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.history.ofRow(opened, params.rowId, locale)
}
