import type { Handler } from '../../handler.ts'

export const pageGetVersion: Handler<'page.getVersion'> = async ({ params }, { pages, app, permissions, user, scope }) => {
  await permissions.pages.checkSeen(app, user, params.pageId)
  return pages.getVersion(scope, params.pageId, Number(params.version))
}
