import type { Handler } from '../../handler.ts'

export const dataRestoreRow: Handler<'data.restoreRow'> = async ({ params, body }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.history.restore(opened, params.rowId, body.changeId)
}
