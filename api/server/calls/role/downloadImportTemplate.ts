import { FileAnswer } from '../../answers.ts'
import { XLSX_MIME } from '../../services/foundation/spreadsheets/index.ts'
import type { Handler } from '../../handler.ts'

export const roleDownloadImportTemplate: Handler<'role.downloadImportTemplate'> = async ({ params }, { roleImport, company, app, locale }) =>
  new FileAnswer(await roleImport.template({ companyId: company.id, appId: app.id }, params.roleId, locale), { name: 'role-members.xlsx', mime: XLSX_MIME })
