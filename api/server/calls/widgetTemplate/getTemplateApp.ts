import type { Handler } from '../../handler.ts'
import { readingLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateGetTemplateApp: Handler<'widgetTemplate.getTemplateApp'> = async ({ params }, { widgetTemplates, company, app }) => ({
  ...(await widgetTemplates.get(readingLevel(company, app), params.templateId)),
  hasCode: false,
})
