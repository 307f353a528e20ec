import type { Handler } from '../../handler.ts'

export const flowGetConditionSource: Handler<'flow.getConditionSource'> = ({ params }, { flows, company, app, user, scope }) =>
  flows.designs.conditionSource({ scope, app, user }, company, params.objectKey)
