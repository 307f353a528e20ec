import type { Handler } from '../../handler.ts'

export const dataListImportRows: Handler<'data.listImportRows'> = async ({ params, query }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.imports.rows(opened, params.importId, { action: query.action, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
}
