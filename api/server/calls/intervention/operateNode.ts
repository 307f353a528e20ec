import type { Handler } from '../../handler.ts'

export const interventionOperateNode: Handler<'intervention.operateNode'> = async (
  { body: { flowDataId, nodeId, action, changeUser, skipToNodeId, reason = '' } },
  { flows, user, scope },
) => {
  await flows.interventions.operateNode(scope, {
    caseId: flowDataId,
    node: nodeId,
    action,
    user: changeUser,
    target: skipToNodeId,
    by: user.id,
    reason: reason.trim(),
  })
  return {}
}
