import type { Handler } from '../../handler.ts'

export const dataUpdateView: Handler<'data.updateView'> = async ({ params, body }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  await data.views.update(opened, params.viewId, body)
  return {}
}
