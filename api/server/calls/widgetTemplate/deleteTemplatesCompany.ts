import type { Handler } from '../../handler.ts'
import { companyLevel, idsIn } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteTemplatesCompany: Handler<'widgetTemplate.deleteTemplatesCompany'> = async ({ params }, { widgetTemplates, company }) =>
  widgetTemplates.remove(companyLevel(company), idsIn(params.templateIds))
