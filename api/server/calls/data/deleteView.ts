import type { Handler } from '../../handler.ts'

export const dataDeleteView: Handler<'data.deleteView'> = async ({ params }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  await data.views.remove(opened, params.viewId)
  return {}
}
