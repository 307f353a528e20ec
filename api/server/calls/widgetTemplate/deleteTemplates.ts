import type { Handler } from '../../handler.ts'
import { idsIn, PLATFORM } from '../../services/widget-templates/index.ts'

export const widgetTemplateDeleteTemplates: Handler<'widgetTemplate.deleteTemplates'> = async ({ params }, { widgetTemplates }) =>
  widgetTemplates.remove(PLATFORM, idsIn(params.templateIds))
