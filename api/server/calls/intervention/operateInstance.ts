import type { Handler } from '../../handler.ts'

export const interventionOperateInstance: Handler<'intervention.operateInstance'> = async (
  { body: { flowDataId, action, cleanGossip = false, reason = '' } },
  { flows, user, scope },
) => {
  await flows.interventions.operate(scope, { caseId: flowDataId, action, by: user.id, reason: reason.trim(), clearComments: cleanGossip })
  return {}
}
