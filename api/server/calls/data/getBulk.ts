import type { Handler } from '../../handler.ts'

export const dataGetBulk: Handler<'data.getBulk'> = async ({ params }, { data, user, company, app, locale }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.get(opened, params.bulkId, locale)
}
