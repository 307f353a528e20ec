import type { Handler } from '../../handler.ts'

export const flowGetFlowDetail: Handler<'flow.getFlowDetail'> = ({ params, query: { page = 1, perPage = 20 } }, { flows, scope, locale }) =>
  flows.manage.records(scope, params.flowId, { page, perPage }, locale)
