import type { Handler } from '../../handler.ts'

export const flowFindApprovers: Handler<'flow.findApprovers'> = ({ params, body }, { flows, app, user, scope }) =>
  flows.designs.findApprovers({ scope, app, user }, params.flowId, body)
