import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateListCurrentGroupsCompany: Handler<'widgetTemplate.listCurrentGroupsCompany'> = async (_input, { widgetTemplates, company }) => ({
  items: await widgetTemplates.groups.list(companyLevel(company), { own: true }),
  hasCode: false,
})
