import { pagesFor } from '../../services/pages/rules.ts'
import type { Handler } from '../../handler.ts'

export const pageList: Handler<'page.list'> = async (_input, { pages, permissions, company, app, user, etag }) => {
  const [mayRead, mayEdit] = await Promise.all([permissions.pages.on(app, user, 'read'), permissions.pages.on(app, user, 'edit')])
  const seesAll = mayRead.all || mayEdit.all
  if (seesAll) etag(`${app.id}-${app.treeRevision}`)
  const items = await pages.list({ companyId: company.id, appId: app.id }, app.treeRevision)
  return { items: seesAll ? items : pagesFor(items, id => mayRead(id) || mayEdit(id)) }
}
