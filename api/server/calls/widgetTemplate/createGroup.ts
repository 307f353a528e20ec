import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateGroup: Handler<'widgetTemplate.createGroup'> = async ({ body }, { widgetTemplates }) =>
  widgetTemplates.groups.create(PLATFORM, body)
