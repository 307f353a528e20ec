import type { Handler } from '../../handler.ts'

export const interventionListNobodyNodes: Handler<'intervention.listNobodyNodes'> = ({ body: { page = 1, perPage = 20 } }, { flows, scope }) =>
  flows.interventions.nodes(scope, { nobody: true, page, perPage })
