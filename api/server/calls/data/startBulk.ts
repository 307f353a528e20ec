import type { Handler } from '../../handler.ts'

export const dataStartBulk: Handler<'data.startBulk'> = async ({ params, body }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.start(opened, { filter: body.filter ?? '', keywords: body.keywords ?? '', values: body.values ?? null, count: body.count }, locale)
}
