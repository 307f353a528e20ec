import type { LevelHandler } from '../../handler.ts'
import { readingLevelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListTemplates: LevelHandler<'widgetTemplate.listTemplates'> = async ({ query }, { widgetTemplates, company, app }) =>
  widgetTemplates.list(readingLevelOf(company, app), query)
