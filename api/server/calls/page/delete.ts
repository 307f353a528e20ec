import type { Handler } from '../../handler.ts'

export const pageDelete: Handler<'page.delete'> = async ({ params, query }, { pages, permissions, user, app, scope }) => {
  await permissions.pages.checkAll(app, user, 'delete', () => pages.idsUnder(scope, params.pageId))
  return { deleted: await pages.remove(scope, params.pageId, query.withChildren ?? false) }
}
