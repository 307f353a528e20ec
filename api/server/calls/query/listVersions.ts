import type { Handler } from '../../handler.ts'

export const queryListVersions: Handler<'query.listVersions'> = async ({ params }, { queries, app, user, scope }) => ({
  items: await queries.listVersions({ scope, app, user }, params.queryId),
})
