import type { Handler } from '../../handler.ts'

export const dataGetImport: Handler<'data.getImport'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.imports.get(opened, params.importId, locale)
}
