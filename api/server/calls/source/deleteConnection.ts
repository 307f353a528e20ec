import type { Handler } from '../../handler.ts'

export const sourceDeleteConnection: Handler<'source.deleteConnection'> = async ({ params }, { data, company, app }) => {
  await data.sources.removeConnection({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId)
  return {}
}
