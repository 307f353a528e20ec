import type { Handler } from '../../handler.ts'

export const dataPreviewBulk: Handler<'data.previewBulk'> = async ({ params, body }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.preview(opened, body, body.values ?? null, locale)
}
