import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateGroup: LevelHandler<'widgetTemplate.createGroup'> = async ({ body }, { widgetTemplates, company, app }) =>
  widgetTemplates.groups.create(levelOf(company, app), body)
