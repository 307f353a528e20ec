import type { Handler } from '../../handler.ts'

export const sourceUpdate: Handler<'source.update'> = async ({ params, body }, { data, company, app }) => {
  await data.sources.update({ companyId: company.id, appId: app.id, tag: app.tag }, params.sourceId, body)
  return {}
}
