import type { Handler } from '../../handler.ts'
import { readingLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListGroupsApp: Handler<'widgetTemplate.listGroupsApp'> = async ({ query }, { widgetTemplates, company, app }) => ({
  items: await widgetTemplates.groups.list(readingLevel(company, app), { widgetType: query.tplType }),
})
