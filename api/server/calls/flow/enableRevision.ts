import type { Handler } from '../../handler.ts'

export const flowEnableRevision: Handler<'flow.enableRevision'> = async ({ params }, { flows, app, user, scope, locale }) => {
  await flows.designs.enable({ scope, app, user }, params.flowId, Number(params.revisionId), locale)
  return {}
}
