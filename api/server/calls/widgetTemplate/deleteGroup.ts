import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteGroup: LevelHandler<'widgetTemplate.deleteGroup'> = async ({ params }, { widgetTemplates, company, app }) => {
  await widgetTemplates.groups.remove(levelOf(company, app), params.templateGroupId)
  return {}
}
