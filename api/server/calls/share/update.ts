import type { Handler } from '../../handler.ts'

export const shareUpdate: Handler<'share.update'> = async ({ params, body }, { sharing, company, app, origin }) => {
  const share = await sharing.authors.update({ companyId: company.id, appId: app.id }, params.shareId, body)
  return { ...share, link: origin + share.address }
}
