import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListNotices: Handler<'flow.listNotices'> = ({ query: { page = 1, perPage = 20 } }, { flows, user, company, app, scope, locale }) =>
  flows.notices.list(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id, { page, perPage }, locale)
