import type { Handler } from '../../handler.ts'

export const dataGetChange: Handler<'data.getChange'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.history.change(opened, params.changeId, locale)
}
