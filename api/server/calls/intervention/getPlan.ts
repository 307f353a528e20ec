import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const interventionGetPlan: Handler<'intervention.getPlan'> = (
  { body: { flowDataId: caseId, nodeId, action, changeUser, skipToNodeId } },
  { flows, scope },
) => {
  if (nodeId === undefined) {
    if (action === 'RESET' || action === 'ABORT' || action === 'SUSPEND' || action === 'RESUME')
      return flows.interventions.plan(scope, { caseId, action, clearComments: false })
  } else if (action !== 'RESET' && action !== 'ABORT')
    return flows.interventions.plan(scope, { caseId, node: nodeId, action, user: changeUser, target: skipToNodeId })
  throw new ApiError('flow.notInState', 'This is not possible in the state that it is in now', 409)
}
