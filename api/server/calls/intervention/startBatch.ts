import type { Handler } from '../../handler.ts'

export const interventionStartBatch: Handler<'intervention.startBatch'> = async (
  { body: { action, from = '', to = '', count, reason, ...filter } },
  { flows, user, scope },
) => ({ id: await flows.interventions.batches.start(scope, filter, { action, from, to, count, reason: reason.trim(), by: user.id }) })
