import type { Handler } from '../../handler.ts'

export const interventionUndo: Handler<'intervention.undo'> = async ({ body: { flowDataId, reason = '' } }, { flows, user, scope }) => {
  await flows.interventions.undo(scope, { caseId: flowDataId, by: user.id, reason: reason.trim() })
  return {}
}
