import type { Handler } from '../../handler.ts'

export const pagePresence: Handler<'page.presence'> = async ({ params, body }, { pages, user, app, permissions, scope }) => {
  await permissions.pages.checkSeen(app, user, params.pageId)
  const saved = await pages.seen(scope, params.pageId, user.id, body.tab)
  return { ...saved, editors: await pages.editors(scope, params.pageId, user.id, body.tab) }
}
