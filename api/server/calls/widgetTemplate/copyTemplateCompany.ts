import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCopyTemplateCompany: Handler<'widgetTemplate.copyTemplateCompany'> = async (
  { params },
  { widgetTemplates, company, user, locale },
) => widgetTemplates.copy(companyLevel(company), { userId: user.id, locale }, params.templateId)
