import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplate: LevelHandler<'widgetTemplate.deleteTemplate'> = async ({ params }, { widgetTemplates, company, app }) =>
  widgetTemplates.remove(levelOf(company, app), [params.templateId])
