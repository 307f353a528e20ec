import type { Handler } from '../../handler.ts'
import { appLevel, idsIn } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplatesApp: Handler<'widgetTemplate.deleteTemplatesApp'> = async ({ params }, { widgetTemplates, company, app }) =>
  widgetTemplates.remove(appLevel(company, app), idsIn(params.templateIds))
