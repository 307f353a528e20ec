import type { Handler } from '../../handler.ts'

export const dataRetryBulk: Handler<'data.retryBulk'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.retry(opened, params.bulkId, locale)
}
