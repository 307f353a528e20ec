import type { Handler } from '../../handler.ts'
import { appLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateGroupApp: Handler<'widgetTemplate.createGroupApp'> = async ({ body }, { widgetTemplates, company, app }) =>
  widgetTemplates.groups.create(appLevel(company, app), body)
