import type { Handler } from '../../handler.ts'

export const queryRun: Handler<'query.run'> = ({ params, query: { parameters, zone, ...named } }, { queries, company, app, user, scope, locale }) =>
  queries.run(params.queryKey, { scope, asker: { user, company, app }, locale, parameters, zone, named })
