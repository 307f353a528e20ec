import type { Handler } from '../../handler.ts'

export const pageDiscardDraft: Handler<'page.discardDraft'> = async ({ params, query }, { pages, user, app, permissions, scope }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  return {
    discarded: await pages.discardDraft(scope, user.id, params.pageId, query.force ?? false),
  }
}
