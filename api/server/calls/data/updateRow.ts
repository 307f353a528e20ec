import type { Handler } from '../../handler.ts'

export const dataUpdateRow: Handler<'data.updateRow'> = async ({ params, body }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  await data.rows.update(opened, params.rowId, body)
  return {}
}
