import type { Handler } from '../../handler.ts'
import { judge } from '../../services/foundation/access/index.ts'
import { unknownTemplate } from '../../services/widgetTemplate/index.ts'

export const widgetTemplateLocateTemplate: Handler<'widgetTemplate.locateTemplate'> = async ({ params }, { widgetTemplates, access, session, user }) => {
  const place = await widgetTemplates.placeOf(params.templateId)
  const { company, app } = await access.find(session?.token ?? '', place)
  if (judge('app.edit', { user, company, app, setupPending: false }) !== 200) throw unknownTemplate()
  const { companyKey, appUrlKey } = place
  return { companyKey, appUrlKey, address: `/company/${companyKey}/app/${appUrlKey}/design/widget-template/edit/${params.templateId}` }
}
