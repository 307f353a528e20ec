import type { LevelHandler } from '../../handler.ts'
import { readingLevelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateGetTemplate: LevelHandler<'widgetTemplate.getTemplate'> = async ({ params }, { widgetTemplates, company, app, origin }) => {
  const level = readingLevelOf(company, app)
  return { ...(await widgetTemplates.get(level, params.templateId)), hasCode: widgetTemplates.hasCode(level, origin) }
}
