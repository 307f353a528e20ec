import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateImportTemplates: Handler<'widgetTemplate.importTemplates'> = async (_input, { widgetTemplates, user, locale, origin, files }) =>
  widgetTemplates.importFile(PLATFORM, { userId: user.id, locale, mayCode: widgetTemplates.hasCode(origin) }, files[0]?.path ?? '')
