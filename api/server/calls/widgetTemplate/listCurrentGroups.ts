import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListCurrentGroups: Handler<'widgetTemplate.listCurrentGroups'> = async (_input, { widgetTemplates, origin }) => ({
  items: await widgetTemplates.groups.list(PLATFORM, { own: true }),
  hasCode: widgetTemplates.hasCode(origin),
})
