import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListBackSteps: Handler<'flow.listBackSteps'> = async ({ params }, { flows, user, company, app, scope }) => {
  return flows.tasks.backSteps(beginsOf({ scope, asker: { user, company, app } }), params.caseId, Number(params.task))
}
