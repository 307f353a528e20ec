import type { Handler } from '../../handler.ts'

export const flowListFlows: Handler<'flow.listFlows'> = ({ query: { page = 1, perPage = 20 } }, { flows, scope }) => flows.manage.list(scope, { page, perPage })
