import type { Handler } from '../../handler.ts'
import { idsIn, PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplates: Handler<'widgetTemplate.deleteTemplates'> = async ({ params }, { widgetTemplates }) =>
  widgetTemplates.remove(PLATFORM, idsIn(params.templateIds))
