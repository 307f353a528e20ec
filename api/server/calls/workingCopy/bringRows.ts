import type { Handler } from '../../handler.ts'
import { checkTakesRows } from '../release/taking-rows.ts'

export const workingCopyBringRows: Handler<'workingCopy.bringRows'> = async ({ params, body }, { workingCopies, company, app, user }) => {
  checkTakesRows(app)
  const items = await workingCopies.bringRows({ company, app, user }, params.copyId, body.models)
  return { items, rows: items.reduce((sum, { rows }) => sum + rows, 0) }
}
