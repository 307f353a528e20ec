import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateTemplate: LevelHandler<'widgetTemplate.createTemplate'> = async (
  { body },
  { widgetTemplates, user, company, app, locale, origin },
) => widgetTemplates.create(levelOf(company, app), { userId: user.id, locale, origin }, body)
