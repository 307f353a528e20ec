import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const starterReadSheets: Handler<'starter.readSheets'> = async (_input, { starter, permissions, app, user, files, locale, scope }) => {
  permissions.checkCreate(app, 'model')
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  return starter.sheets.read({ ...scope, userId: user.id }, file, locale)
}
