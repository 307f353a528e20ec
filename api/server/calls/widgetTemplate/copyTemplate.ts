import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCopyTemplate: LevelHandler<'widgetTemplate.copyTemplate'> = async (
  { params },
  { widgetTemplates, user, company, app, locale, origin },
) => widgetTemplates.copy(levelOf(company, app), { userId: user.id, locale, origin }, params.templateId)
