import type { Handler } from '../../handler.ts'

export const queryListRows: Handler<'query.listRows'> = (
  { params, query: { at, page = 1, perPage = 20, ...query } },
  { queries, company, app, user, scope, locale },
) => queries.listRows(params.queryKey, { scope, asker: { user, company, app }, locale, ...query }, at, { page, perPage })
