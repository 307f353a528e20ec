import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { XLSX_MIME } from '../../services/foundation/spreadsheets/index.ts'

export const orgDownloadImportErrors: Handler<'org.downloadImportErrors'> = async ({ params }, { organisation, company, user, locale }) => {
  const { content, name } = await organisation.imports.errors({ companyId: company.id, userId: user.id }, params.importId, locale)
  return new FileAnswer(content, { name, mime: XLSX_MIME })
}
