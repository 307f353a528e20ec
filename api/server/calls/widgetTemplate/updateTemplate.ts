import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateTemplate: Handler<'widgetTemplate.updateTemplate'> = async ({ params, body }, { widgetTemplates, user, locale, origin }) =>
  widgetTemplates.update(PLATFORM, { userId: user.id, locale, mayCode: widgetTemplates.hasCode(origin) }, params.templateId, body)
