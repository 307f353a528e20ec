import type { Handler } from '../../handler.ts'

export const dataListTotals: Handler<'data.listTotals'> = async ({ params, query }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.summaries.of(opened, params.measure, query, locale)
}
