import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowAddApprover: Handler<'flow.addApprover'> = async ({ params, body: { users, when, comment = '' } }, { flows, user, company, app, scope }) => {
  const { caseId } = params
  await flows.tasks.addApprover(beginsOf({ scope, asker: { user, company, app } }), { caseId, task: Number(params.task), people: users, when, comment })
  return {}
}
