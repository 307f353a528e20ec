import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateUpdateGroupCompany: Handler<'widgetTemplate.updateGroupCompany'> = async ({ params, body }, { widgetTemplates, company }) => {
  await widgetTemplates.groups.update(companyLevel(company), params.templateGroupId, body)
  return {}
}
