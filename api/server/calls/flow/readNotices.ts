import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowReadNotices: Handler<'flow.readNotices'> = async ({ body }, { flows, user, company, app, scope }) => {
  await flows.notices.markRead(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id, body.caseId)
  return {}
}
