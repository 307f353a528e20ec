import type { Handler } from '../../handler.ts'

export const dataGetBulk: Handler<'data.getBulk'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.get(opened, params.bulkId, locale)
}
