import type { Handler } from '../../handler.ts'

export const dataUpdateRow: Handler<'data.updateRow'> = async ({ params, body }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  await data.rows.update(opened, params.rowId, body)
  return {}
}
