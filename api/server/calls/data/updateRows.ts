import type { Handler } from '../../handler.ts'

export const dataUpdateRows: Handler<'data.updateRows'> = async ({ params, body }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return data.rows.updateMany(opened, body.ids.map(String), body.values)
}
