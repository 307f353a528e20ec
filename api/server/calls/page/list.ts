import { pagesFor } from '../../services/page/index.ts'
import type { Handler } from '../../handler.ts'

export const pageList: Handler<'page.list'> = async (_input, { pages, permissions, company, app, user, etag }) => {
  const maySee = await permissions.pages.seen(app, user)
  if (maySee.all) etag(`${app.id}-${app.treeRevision}`)
  const items = await pages.list({ companyId: company.id, appId: app.id }, app.treeRevision)
  return { items: maySee.all ? items : pagesFor(items, maySee) }
}
