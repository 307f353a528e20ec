import type { Handler } from '../../handler.ts'

export const dataConfirmImport: Handler<'data.confirmImport'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.imports.confirm(opened, params.importId, locale)
}
