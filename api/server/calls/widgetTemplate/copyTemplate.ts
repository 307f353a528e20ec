import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCopyTemplate: Handler<'widgetTemplate.copyTemplate'> = async ({ params }, { widgetTemplates, user, locale, origin }) =>
  widgetTemplates.copy(PLATFORM, { userId: user.id, locale, mayCode: widgetTemplates.hasCode(origin) }, params.templateId)
