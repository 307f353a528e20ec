import type { Handler } from '../../handler.ts'

export const dataListOptions: Handler<'data.listOptions'> = async ({ params, query }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return { ...(await data.options.of(opened, params.fieldKey, query, locale)), mayCreate: data.rows.told(opened).create }
}
