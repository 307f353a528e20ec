import type { Handler } from '../../handler.ts'

export const queryRestoreVersion: Handler<'query.restoreVersion'> = ({ params }, { queries, company, app, user, scope, locale }) =>
  queries.restoreVersion({ scope, app, user }, params.queryId, Number(params.version), { scope, asker: { user, company, app }, locale, parameters: {} })
