import type { Handler } from '../../handler.ts'

export const dataListGroups: Handler<'data.listGroups'> = async ({ params, query }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.groups.list(opened, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 100 }, locale)
}
