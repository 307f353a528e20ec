import type { Handler } from '../../handler.ts'

export const queryGet: Handler<'query.get'> = ({ params }, { queries, app, user, scope }) => queries.get({ scope, app, user }, params.queryId)
