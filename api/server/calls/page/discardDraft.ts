import type { Handler } from '../../handler.ts'

export const pageDiscardDraft: Handler<'page.discardDraft'> = async ({ params, query }, { pages, user, company, app, permissions }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  return {
    discarded: await pages.discardDraft({ companyId: company.id, appId: app.id }, user.id, params.pageId, query.force ?? false),
  }
}
