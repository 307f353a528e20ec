import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteGroupApp: Handler<'widgetTemplate.deleteGroupApp'> = async ({ params }, { widgetTemplates, company, app }) => {
  await widgetTemplates.groups.remove(appLevel(company, app), params.templateGroupId)
  return {}
}
