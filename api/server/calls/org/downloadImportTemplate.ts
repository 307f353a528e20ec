import { say } from '../../../messages.ts'
import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { XLSX_MIME } from '../../services/foundation/spreadsheets/index.ts'

export const orgDownloadImportTemplate: Handler<'org.downloadImportTemplate'> = async (_input, { organisation, locale }) =>
  new FileAnswer(organisation.imports.template(locale), { name: `${say(locale, 'Members and departments')}.xlsx`, mime: XLSX_MIME })
