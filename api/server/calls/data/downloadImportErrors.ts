import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const dataDownloadImportErrors: Handler<'data.downloadImportErrors'> = async ({ params, query }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const { content, ...options } = await data.imports.errors(opened, params.importId, query.format, locale)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
