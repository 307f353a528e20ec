import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const dataDownloadImportTemplate: Handler<'data.downloadImportTemplate'> = async ({ params, query }, { data, user, company, app, locale }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  const { content, ...options } = data.imports.template(opened, query.format, locale)
  return new FileAnswer(content, options)
}
