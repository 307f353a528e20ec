import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowDecide: Handler<'flow.decide'> = async ({ params, body: { decision, comment = '', values } }, { flows, user, company, app, scope }) => {
  const { caseId } = params
  await flows.tasks.decide(beginsOf({ scope, asker: { user, company, app } }), { caseId, task: Number(params.task), decision, comment, values })
  return {}
}
