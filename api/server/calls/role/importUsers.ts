import type { Handler } from '../../handler.ts'

export const roleImportUsers: Handler<'role.importUsers'> = async ({ params }, { roleImport, app, user, files, locale }) =>
  // The contract wants exactly one file.
  roleImport.importUsers(app, params.roleId, files[0]?.path ?? '', locale, user)
