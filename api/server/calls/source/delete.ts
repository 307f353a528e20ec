import type { Handler } from '../../handler.ts'

export const sourceDelete: Handler<'source.delete'> = async ({ params }, { data, company, app }) => {
  await data.sources.remove({ companyId: company.id, appId: app.id }, params.sourceId)
  return {}
}
