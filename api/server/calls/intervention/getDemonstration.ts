import type { Handler } from '../../handler.ts'

export const interventionGetDemonstration: Handler<'intervention.getDemonstration'> = ({ query }, { flows, scope }) =>
  flows.interventions.demonstration(scope, query.curInstance)
