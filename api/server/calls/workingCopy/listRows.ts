import type { Handler } from '../../handler.ts'
import { MOST_COPIED } from '../../services/data/index.ts'
import { checkTakesRows } from '../release/taking-rows.ts'

export const workingCopyListRows: Handler<'workingCopy.listRows'> = async ({ params }, { workingCopies, company, app, user }) => {
  checkTakesRows(app)
  return { items: await workingCopies.listRows({ company, app, user }, params.copyId), limit: MOST_COPIED }
}
