import type { Handler } from '../../handler.ts'

export const queryCreate: Handler<'query.create'> = ({ body }, { queries, company, app, user, scope, locale }) =>
  queries.create({ scope, app, user }, body, { scope, asker: { user, company, app }, locale, parameters: {} })
