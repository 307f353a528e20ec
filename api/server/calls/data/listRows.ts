import type { Handler } from '../../handler.ts'

export const dataListRows: Handler<'data.listRows'> = async ({ params, query }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const rows = await data.rows.list(opened, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 })
  return { ...rows, fields: data.rows.describe(opened), may: data.rows.told(opened), managed: opened.model.definition.managed }
}
