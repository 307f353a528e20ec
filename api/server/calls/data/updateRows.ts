import type { Handler } from '../../handler.ts'

export const dataUpdateRows: Handler<'data.updateRows'> = async ({ params, body }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.rows.updateMany(opened, body.ids.map(String), body.values, body.version ?? undefined)
}
