import { FileAnswer } from '../../answers.ts'
import { XLSX_MIME } from '../../services/foundation/spreadsheets/index.ts'
import type { Handler } from '../../handler.ts'

export const roleDownloadImportTemplate: Handler<'role.downloadImportTemplate'> = async ({ params }, { roleImport, locale, scope }) =>
  new FileAnswer(await roleImport.template(scope, params.roleId, locale), { name: 'role-members.xlsx', mime: XLSX_MIME })
