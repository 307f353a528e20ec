import { say } from '../../../messages.ts'
import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { XLSX_MIME } from '../../services/foundation/spreadsheets/index.ts'

export const orgExportMembers: Handler<'org.exportMembers'> = async (_input, { organisation, company, locale }) =>
  new FileAnswer(await organisation.imports.export(company.id, locale), {
    name: `${company.name} - ${say(locale, 'Members and departments')}.xlsx`,
    mime: XLSX_MIME,
  })
