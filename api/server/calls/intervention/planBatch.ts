import type { Handler } from '../../handler.ts'

export const interventionPlanBatch: Handler<'intervention.planBatch'> = ({ body: { action, from = '', to = '', ...filter } }, { flows, scope, locale }) =>
  flows.interventions.batches.plan(scope, filter, { action, from, to }, locale)
