import type { Handler } from '../../handler.ts'
import { companyLevel } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateDeleteGroupCompany: Handler<'widgetTemplate.deleteGroupCompany'> = async ({ params }, { widgetTemplates, company }) => {
  await widgetTemplates.groups.remove(companyLevel(company), params.templateGroupId)
  return {}
}
