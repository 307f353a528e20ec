import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateGetTemplateCompany: Handler<'widgetTemplate.getTemplateCompany'> = async ({ params }, { widgetTemplates, company }) => ({
  ...(await widgetTemplates.get(companyLevel(company), params.templateId)),
  hasCode: false,
})
