import type { Handler } from '../../handler.ts'

export const queryGetSource: Handler<'query.getSource'> = ({ query }, { queries, company, app, user, scope, locale }) =>
  queries.source(
    { scope, asker: { user, company, app }, locale },
    query.model ?? '',
    (query.parameters ?? '').split(',').filter(Boolean),
    query.sqlSource ?? '',
  )
