import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowSendBack: Handler<'flow.sendBack'> = async ({ params, body: { node, comment = '' } }, { flows, user, company, app, scope }) => {
  const { caseId } = params
  await flows.tasks.sendBack(beginsOf({ scope, asker: { user, company, app } }), { caseId, task: Number(params.task), target: node, comment })
  return {}
}
