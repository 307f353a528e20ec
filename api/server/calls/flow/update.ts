import type { Handler } from '../../handler.ts'

export const flowUpdate: Handler<'flow.update'> = ({ params, body }, { flows, app, user, scope, locale }) =>
  flows.designs.update({ scope, app, user }, params.flowId, body, locale)
