import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteGroup: Handler<'widgetTemplate.deleteGroup'> = async ({ params }, { widgetTemplates }) => {
  await widgetTemplates.groups.remove(PLATFORM, params.templateGroupId)
  return {}
}
