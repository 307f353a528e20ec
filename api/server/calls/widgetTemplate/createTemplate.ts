import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateTemplate: Handler<'widgetTemplate.createTemplate'> = async ({ body }, { widgetTemplates, user, locale, origin }) =>
  widgetTemplates.create(PLATFORM, { userId: user.id, locale, mayCode: widgetTemplates.hasCode(origin) }, body)
