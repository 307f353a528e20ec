import { ApiError } from '../../errors.ts'
import { mayInApp, type AppInScope } from '../../services/foundation/access/index.ts'

export const mayTakeRows = (app: AppInScope) => mayInApp(app, 'dataManage')

/** Rows leave an app, or its dev, as they do from its data page: for people who may manage data. */
export function checkTakesRows(app: AppInScope) {
  if (!mayTakeRows(app)) throw new ApiError('release.dataForbidden', 'You may not take data out of this app', 403)
}
