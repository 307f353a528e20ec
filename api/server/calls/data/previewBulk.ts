import type { Handler } from '../../handler.ts'

export const dataPreviewBulk: Handler<'data.previewBulk'> = async ({ params, body }, { data, user, company, app, locale }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return data.bulk.preview(opened, body, body.values ?? null, locale)
}
