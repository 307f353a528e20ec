import type { Handler } from '../../handler.ts'

export const dataPreviewRows: Handler<'data.previewRows'> = async ({ params, body }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const tried = await data.rows.preview(opened, body.ids.map(String), body.values ? { values: body.values } : 'delete')
  return data.history.summary(opened, tried, locale)
}
