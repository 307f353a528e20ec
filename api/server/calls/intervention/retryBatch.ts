import type { Handler } from '../../handler.ts'

export const interventionRetryBatch: Handler<'intervention.retryBatch'> = async ({ params }, { flows, scope }) => {
  await flows.interventions.batches.retry(scope, params.batchId)
  return {}
}
