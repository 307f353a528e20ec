import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListTemplatesCompany: Handler<'widgetTemplate.listTemplatesCompany'> = async ({ query }, { widgetTemplates, company }) =>
  widgetTemplates.list(companyLevel(company), query)
