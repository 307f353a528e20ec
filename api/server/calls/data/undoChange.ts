import type { Handler } from '../../handler.ts'

export const dataUndoChange: Handler<'data.undoChange'> = async ({ params }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.undo(opened, params.changeId)
}
