import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateTemplateApp: Handler<'widgetTemplate.createTemplateApp'> = async ({ body }, { widgetTemplates, company, app, user, locale }) =>
  widgetTemplates.create(appLevel(company, app), { userId: user.id, locale }, body)
