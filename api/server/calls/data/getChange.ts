import type { Handler } from '../../handler.ts'

export const dataGetChange: Handler<'data.getChange'> = async ({ params }, { data, user, company, app, locale }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return data.history.change(opened, params.changeId, locale)
}
