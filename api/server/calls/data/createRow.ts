import type { Handler } from '../../handler.ts'

export const dataCreateRow: Handler<'data.createRow'> = async ({ params, body }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return { id: await data.rows.create(opened, body) }
}
