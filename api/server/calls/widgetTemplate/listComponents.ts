import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListComponents: Handler<'widgetTemplate.listComponents'> = async (_input, { widgetTemplates, company, app }) =>
  widgetTemplates.components(levelOf(company, app))
