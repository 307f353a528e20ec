import type { Handler } from '../../handler.ts'

export const pageList: Handler<'page.list'> = async (_input, { pages, company, app, etag }) => {
  etag(`${app.id}-${app.treeRevision}`)
  return { items: await pages.list({ companyId: company.id, appId: app.id }, app.treeRevision) }
}
