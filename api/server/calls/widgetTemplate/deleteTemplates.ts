import type { LevelHandler } from '../../handler.ts'
import { idsIn, levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplates: LevelHandler<'widgetTemplate.deleteTemplates'> = async ({ params }, { widgetTemplates, company, app }) =>
  widgetTemplates.remove(levelOf(company, app), idsIn(params.templateIds))
