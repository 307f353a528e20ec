import type { Handler } from '../../handler.ts'

export const shareRefresh: Handler<'share.refresh'> = async ({ params }, { sharing, company, app, origin }) => {
  const share = await sharing.authors.refresh({ companyId: company.id, appId: app.id }, params.shareId)
  return { ...share, link: origin + share.address }
}
