import type { Handler } from '../../handler.ts'
import { checkTakesRows } from './taking-rows.ts'

export const releaseCreate: Handler<'release.create'> = async ({ body }, { releases, user, company, app, locale }) => {
  if (body.rows?.length) checkTakesRows(app)
  return releases.publish(company, app, { userId: user.id, locale }, body)
}
