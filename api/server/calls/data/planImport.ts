import type { Handler } from '../../handler.ts'

export const dataPlanImport: Handler<'data.planImport'> = async ({ params, body }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.imports.plan(opened, params.importId, { ...body, keyField: body.keyField ?? '' }, locale)
}
