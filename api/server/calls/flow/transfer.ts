import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowTransfer: Handler<'flow.transfer'> = async ({ params, body: { to, comment = '' } }, { flows, user, company, app, scope }) => {
  const { caseId } = params
  await flows.tasks.transfer(beginsOf({ scope, asker: { user, company, app } }), { caseId, task: Number(params.task), to, comment })
  return {}
}
