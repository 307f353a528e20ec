import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListGroups: Handler<'widgetTemplate.listGroups'> = async ({ query }, { widgetTemplates }) => ({
  items: await widgetTemplates.groups.list(PLATFORM, { widgetType: query.tplType }),
})
