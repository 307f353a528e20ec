import type { Handler } from '../../handler.ts'

export const flowListRevisions: Handler<'flow.listRevisions'> = ({ params }, { flows, app, user, scope }) =>
  flows.designs.revisions({ scope, app, user }, params.flowId)
