import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowWithdraw: Handler<'flow.withdraw'> = async ({ params }, { flows, user, company, app, scope }) => {
  await flows.tasks.withdraw(beginsOf({ scope, asker: { user, company, app } }), params.caseId)
  return {}
}
