import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const orgImportDepartments: Handler<'org.importDepartments'> = async (_input, { organisation, company, user, files }) => {
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  return organisation.imports.plan(company, user.id, file)
}
