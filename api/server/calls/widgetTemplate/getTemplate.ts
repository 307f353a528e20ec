import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateGetTemplate: Handler<'widgetTemplate.getTemplate'> = async ({ params }, { widgetTemplates, origin }) => ({
  ...(await widgetTemplates.get(PLATFORM, params.templateId)),
  hasCode: widgetTemplates.hasCode(origin),
})
