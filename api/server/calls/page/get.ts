import type { Handler } from '../../handler.ts'

export const pageGet: Handler<'page.get'> = async ({ params }, { pages, user, app, permissions, scope }) => {
  await permissions.pages.checkSeen(app, user, params.pageId)
  const page = await pages.get(scope, params.pageId, user.id)
  return { ...page, editors: await pages.editors(scope, params.pageId, user.id) }
}
