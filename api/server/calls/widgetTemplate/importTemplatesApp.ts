import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateImportTemplatesApp: Handler<'widgetTemplate.importTemplatesApp'> = async (
  _input,
  { widgetTemplates, company, app, user, locale, files },
) => widgetTemplates.importFile(appLevel(company, app), { userId: user.id, locale }, files[0]?.path ?? '')
