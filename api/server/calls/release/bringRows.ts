import type { Handler } from '../../handler.ts'
import { checkTakesRows } from './taking-rows.ts'

export const releaseBringRows: Handler<'release.bringRows'> = async ({ params }, { releases, company, app, locale }) => {
  checkTakesRows(app)
  return releases.bringRows(company, app, params.releaseId, locale)
}
