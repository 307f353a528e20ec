import type { Handler } from '../../handler.ts'

export const roleImportUsers: Handler<'role.importUsers'> = async ({ params }, { roleImport, company, app, user, files, locale }) =>
  // The contract wants exactly one file.
  roleImport.importUsers({ companyId: company.id, appId: app.id }, params.roleId, files[0]?.path ?? '', locale, user)
