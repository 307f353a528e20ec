import type { Handler } from '../../handler.ts'
import { readingLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListTemplatesApp: Handler<'widgetTemplate.listTemplatesApp'> = async ({ query }, { widgetTemplates, company, app }) =>
  widgetTemplates.list(readingLevel(company, app), query)
