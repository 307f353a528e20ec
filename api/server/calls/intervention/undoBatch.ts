import type { Handler } from '../../handler.ts'

export const interventionUndoBatch: Handler<'intervention.undoBatch'> = async ({ params, body: { reason } }, { flows, user, scope }) => {
  await flows.interventions.batches.undo(scope, params.batchId, { by: user.id, reason: reason.trim() })
  return {}
}
