import type { Handler } from '../../handler.ts'
import { readingLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListCurrentGroupsApp: Handler<'widgetTemplate.listCurrentGroupsApp'> = async (_input, { widgetTemplates, company, app }) => ({
  items: await widgetTemplates.groups.list(readingLevel(company, app), { own: true }),
  hasCode: false,
})
