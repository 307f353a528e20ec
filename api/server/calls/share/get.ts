import type { Handler } from '../../handler.ts'

export const shareGet: Handler<'share.get'> = async ({ params }, { sharing, company, app, origin }) => {
  const share = await sharing.authors.get({ companyId: company.id, appId: app.id }, params.shareId)
  return { ...share, link: origin + share.address }
}
