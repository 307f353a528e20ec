import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateGroup: Handler<'widgetTemplate.updateGroup'> = async ({ params, body }, { widgetTemplates }) => {
  await widgetTemplates.groups.update(PLATFORM, params.templateGroupId, body)
  return {}
}
