import type { Handler } from '../../handler.ts'

export const interventionListBatches: Handler<'intervention.listBatches'> = ({ query: { page = 1, perPage = 20 } }, { flows, scope }) =>
  flows.interventions.batches.list(scope, { page, perPage })
