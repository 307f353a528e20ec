import type { Handler } from '../../handler.ts'

export const queryDelete: Handler<'query.delete'> = async ({ params }, { queries, app, user, scope }) => {
  await queries.remove({ scope, app, user }, params.queryId)
  return {}
}
