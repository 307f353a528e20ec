import type { Handler } from '../../handler.ts'

export const shareRefresh: Handler<'share.refresh'> = async ({ params }, { sharing, permissions, company, app, user, origin }) => {
  const scope = { companyId: company.id, appId: app.id }
  const { pageId } = await sharing.authors.find(scope, params.shareId)
  if (pageId) await permissions.pages.check(app, user, 'edit', pageId)
  const share = await sharing.authors.refresh(scope, params.shareId)
  return { ...share, link: origin + share.address }
}
