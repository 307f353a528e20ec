import type { Handler } from '../../handler.ts'

export const flowDelete: Handler<'flow.delete'> = async ({ params }, { flows, app, user, scope }) => {
  await flows.designs.remove({ scope, app, user }, params.flowId)
  return {}
}
