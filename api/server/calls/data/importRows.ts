import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const dataImportRows: Handler<'data.importRows'> = async ({ params }, { data, user, company, app, files, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  return data.imports.read(opened, file, locale)
}
