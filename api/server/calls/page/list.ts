import { pagesFor } from '../../services/page/index.ts'
import type { Handler } from '../../handler.ts'

export const pageList: Handler<'page.list'> = async (_input, { pages, permissions, app, user, etag, scope }) => {
  const maySee = await permissions.pages.seen(app, user)
  if (maySee.all) etag(`${app.id}-${app.treeRevision}`)
  const items = await pages.list(scope, app.treeRevision)
  return { items: maySee.all ? items : pagesFor(items, maySee) }
}
