import type { Handler } from '../../handler.ts'

export const dataDeleteView: Handler<'data.deleteView'> = async ({ params }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  await data.views.remove(opened, params.viewId)
  return {}
}
