import type { Handler } from '../../handler.ts'

export const dataListChanges: Handler<'data.listChanges'> = async ({ params, query }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.history.changes(opened, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
}
