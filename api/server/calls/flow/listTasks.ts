import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListTasks: Handler<'flow.listTasks'> = (
  { query: { box = 'todo', page = 1, perPage = 20, keywords, flowId } },
  { flows, user, company, app, scope },
) => flows.tasks.list(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id, { box, keywords, flowId, page, perPage })
