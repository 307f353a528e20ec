import type { Handler } from '../../handler.ts'

export const queryUpdate: Handler<'query.update'> = ({ params, body }, { queries, company, app, user, scope, locale }) =>
  queries.update({ scope, app, user }, params.queryId, body, { scope, asker: { user, company, app }, locale, parameters: {} })
