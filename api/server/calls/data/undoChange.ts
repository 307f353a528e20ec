import type { Handler } from '../../handler.ts'

export const dataUndoChange: Handler<'data.undoChange'> = async ({ params }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.undo(opened, params.changeId)
}
