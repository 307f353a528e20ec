import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const dataDownloadImportTemplate: Handler<'data.downloadImportTemplate'> = async ({ params, query }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const { content, ...options } = data.imports.template(opened, query.format, locale)
  return new FileAnswer(content, options)
}
