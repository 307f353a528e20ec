import type { Handler } from '../../handler.ts'

export const interventionListIncidents: Handler<'intervention.listIncidents'> = ({ body: { flowDataId } }, { flows, scope, locale }) =>
  flows.interventions.incidents(scope, flowDataId, locale)
