import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplateCompany: Handler<'widgetTemplate.deleteTemplateCompany'> = async ({ params }, { widgetTemplates, company }) =>
  widgetTemplates.remove(companyLevel(company), [params.templateId])
