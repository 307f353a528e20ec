import type { Handler } from '../../handler.ts'

export const interventionGetBatch: Handler<'intervention.getBatch'> = ({ params, query: { page = 1, perPage = 20 } }, { flows, scope, locale }) =>
  flows.interventions.batches.get(scope, params.batchId, { page, perPage }, locale)
