import type { Handler } from '../../handler.ts'

export const flowGetSteps: Handler<'flow.getSteps'> = ({ params }, { flows, company, app, user, scope, locale }) =>
  flows.designs.steps({ scope, app, user }, company, params.flowId, locale)
