import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widget-templates/index.ts'

export const widgetTemplateListTemplates: Handler<'widgetTemplate.listTemplates'> = async ({ query }, { widgetTemplates }) =>
  widgetTemplates.list(PLATFORM, query)
