import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplate: Handler<'widgetTemplate.deleteTemplate'> = async ({ params }, { widgetTemplates }) =>
  widgetTemplates.remove(PLATFORM, [params.templateId])
