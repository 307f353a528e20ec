import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateTemplateApp: Handler<'widgetTemplate.updateTemplateApp'> = async (
  { params, body },
  { widgetTemplates, company, app, user, locale },
) => widgetTemplates.update(appLevel(company, app), { userId: user.id, locale }, params.templateId, body)
