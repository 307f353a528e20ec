import type { Handler } from '../../handler.ts'

export const flowGet: Handler<'flow.get'> = ({ params }, { flows, app, user, scope }) => flows.designs.get({ scope, app, user }, params.flowId)
