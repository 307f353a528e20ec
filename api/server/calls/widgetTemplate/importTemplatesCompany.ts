import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateImportTemplatesCompany: Handler<'widgetTemplate.importTemplatesCompany'> = async (
  _input,
  { widgetTemplates, company, user, locale, files },
) => widgetTemplates.importFile(companyLevel(company), { userId: user.id, locale }, files[0]?.path ?? '')
