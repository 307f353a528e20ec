import type { Handler } from '../../handler.ts'

export const dataCancelImport: Handler<'data.cancelImport'> = async ({ params }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  await data.imports.cancel(opened, params.importId)
  return {}
}
