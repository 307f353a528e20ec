import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateGroupApp: Handler<'widgetTemplate.updateGroupApp'> = async ({ params, body }, { widgetTemplates, company, app }) => {
  await widgetTemplates.groups.update(appLevel(company, app), params.templateGroupId, body)
  return {}
}
