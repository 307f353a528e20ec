import type { Handler } from '../../handler.ts'

export const dataCancelImport: Handler<'data.cancelImport'> = async ({ params }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  await data.imports.cancel(opened, params.importId)
  return {}
}
