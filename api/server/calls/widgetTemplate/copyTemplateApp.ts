import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCopyTemplateApp: Handler<'widgetTemplate.copyTemplateApp'> = async ({ params }, { widgetTemplates, company, app, user, locale }) =>
  widgetTemplates.copy(appLevel(company, app), { userId: user.id, locale }, params.templateId)
