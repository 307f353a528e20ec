import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateTemplateCompany: Handler<'widgetTemplate.updateTemplateCompany'> = async (
  { params, body },
  { widgetTemplates, company, user, locale },
) => widgetTemplates.update(companyLevel(company), { userId: user.id, locale }, params.templateId, body)
