import type { Handler } from '../../handler.ts'

export const shareSetOpen: Handler<'share.setOpen'> = async ({ params, body }, { sharing, company, app, origin }) => {
  const share = await sharing.authors.setOpen({ companyId: company.id, appId: app.id }, params.shareId, body.isOpen)
  return { ...share, link: origin + share.address }
}
