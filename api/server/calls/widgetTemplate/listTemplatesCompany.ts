import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widget-templates/index.ts'

export const widgetTemplateListTemplatesCompany: Handler<'widgetTemplate.listTemplatesCompany'> = async ({ query }, { widgetTemplates, company }) =>
  widgetTemplates.list(companyLevel(company), query)
