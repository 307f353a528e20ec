import type { LevelHandler } from '../../handler.ts'
import { readingLevelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListGroups: LevelHandler<'widgetTemplate.listGroups'> = async ({ query }, { widgetTemplates, company, app }) => ({
  items: await widgetTemplates.groups.list(readingLevelOf(company, app), { widgetType: query.tplType }),
})
