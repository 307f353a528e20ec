import type { Handler } from '../../handler.ts'

export const pageCopy: Handler<'page.copy'> = async ({ params, body }, { pages, permissions, user, app, scope }) => {
  permissions.checkCreate(app, 'page')
  // What is in it is copied along.
  await permissions.pages.checkAll(app, user, 'read', () => pages.idsUnder(scope, params.pageId))
  return pages.copy(scope, user.id, params.pageId, body.name)
}
