import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListGroupsCompany: Handler<'widgetTemplate.listGroupsCompany'> = async ({ query }, { widgetTemplates, company }) => ({
  items: await widgetTemplates.groups.list(companyLevel(company), { widgetType: query.tplType }),
})
