import type { Handler } from '../../handler.ts'

export const interventionListInstances: Handler<'intervention.listInstances'> = ({ body: { page = 1, perPage = 20, ...filter } }, { flows, scope }) =>
  flows.interventions.instances(scope, { ...filter, page, perPage })
