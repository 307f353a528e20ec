import type { Handler } from '../../handler.ts'

export const dataUpdateView: Handler<'data.updateView'> = async ({ params, body }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  await data.views.update(opened, params.viewId, body)
  return {}
}
