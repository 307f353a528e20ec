import type { LevelHandler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateGroup: LevelHandler<'widgetTemplate.updateGroup'> = async ({ params, body }, { widgetTemplates, company, app }) => {
  await widgetTemplates.groups.update(levelOf(company, app), params.templateGroupId, body)
  return {}
}
