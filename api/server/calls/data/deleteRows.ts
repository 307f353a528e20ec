import type { Handler } from '../../handler.ts'

export const dataDeleteRows: Handler<'data.deleteRows'> = async ({ params }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return data.rows.remove(opened, params.rowIds)
}
