import type { Handler } from '../../handler.ts'

export const interventionListNodes: Handler<'intervention.listNodes'> = ({ body: { flowDataId, page = 1, perPage = 20 } }, { flows, scope }) =>
  flows.interventions.nodes(scope, { caseId: flowDataId, page, perPage })
