import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widget-templates/index.ts'

export const widgetTemplateListGroupsCompany: Handler<'widgetTemplate.listGroupsCompany'> = async ({ query }, { widgetTemplates, company }) => ({
  items: await widgetTemplates.groups.list(companyLevel(company), { widgetType: query.tplType }),
})
