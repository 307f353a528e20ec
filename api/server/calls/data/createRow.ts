import type { Handler } from '../../handler.ts'

export const dataCreateRow: Handler<'data.createRow'> = async ({ params, body }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return { id: await data.rows.create(opened, body) }
}
