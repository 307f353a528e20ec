import type { Handler } from '../../handler.ts'

export const flowSaveSteps: Handler<'flow.saveSteps'> = ({ params, body }, { flows, app, user, scope, locale }) =>
  flows.designs.saveSteps({ scope, app, user }, params.flowId, body, locale)
