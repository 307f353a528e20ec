import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateGroupCompany: Handler<'widgetTemplate.createGroupCompany'> = async ({ body }, { widgetTemplates, company }) =>
  widgetTemplates.groups.create(companyLevel(company), body)
