import type { Handler } from '../../handler.ts'

export const dataDeleteRows: Handler<'data.deleteRows'> = async ({ params }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.rows.remove(opened, params.rowIds)
}
