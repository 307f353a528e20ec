import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateTemplate: LevelHandler<'widgetTemplate.updateTemplate'> = async (
  { params, body },
  { widgetTemplates, user, company, app, locale, origin },
) => widgetTemplates.update(levelOf(company, app), { userId: user.id, locale, origin }, params.templateId, body)
