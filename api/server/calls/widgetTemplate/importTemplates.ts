import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateImportTemplates: LevelHandler<'widgetTemplate.importTemplates'> = async (
  _input,
  { widgetTemplates, user, company, app, locale, origin, files },
) => widgetTemplates.importFile(levelOf(company, app), { userId: user.id, locale, origin }, files[0]?.path ?? '')
