import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplateApp: Handler<'widgetTemplate.deleteTemplateApp'> = async ({ params }, { widgetTemplates, company, app }) =>
  widgetTemplates.remove(appLevel(company, app), [params.templateId])
