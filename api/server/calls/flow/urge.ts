import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowUrge: Handler<'flow.urge'> = async ({ params }, { flows, user, company, app, scope }) => {
  await flows.tasks.urge(beginsOf({ scope, asker: { user, company, app } }), params.caseId)
  return {}
}
