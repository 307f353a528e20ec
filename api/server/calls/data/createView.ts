import type { Handler } from '../../handler.ts'

export const dataCreateView: Handler<'data.createView'> = async ({ params, body }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return { id: await data.views.create(opened, { isShared: false, isDefault: false, filter: '', orderBy: '', orderDir: 'asc', columns: [], ...body }) }
}
