import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateCreateTemplateCompany: Handler<'widgetTemplate.createTemplateCompany'> = async (
  { body },
  { widgetTemplates, company, user, locale },
) => widgetTemplates.create(companyLevel(company), { userId: user.id, locale }, body)
