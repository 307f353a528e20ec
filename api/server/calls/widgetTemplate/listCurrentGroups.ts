import type { LevelHandler } from '../../handler.ts'
import { readingLevelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListCurrentGroups: LevelHandler<'widgetTemplate.listCurrentGroups'> = async (_input, { widgetTemplates, company, app, origin }) => {
  const level = readingLevelOf(company, app)
  return { items: await widgetTemplates.groups.list(level, { own: true }), hasCode: widgetTemplates.hasCode(level, origin) }
}
