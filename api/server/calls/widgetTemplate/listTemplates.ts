import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListTemplates: Handler<'widgetTemplate.listTemplates'> = async ({ query }, { widgetTemplates }) =>
  widgetTemplates.list(PLATFORM, query)
