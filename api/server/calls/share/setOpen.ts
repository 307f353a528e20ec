import type { Handler } from '../../handler.ts'

export const shareSetOpen: Handler<'share.setOpen'> = async ({ params, body }, { sharing, origin, scope }) => {
  const share = await sharing.authors.setOpen(scope, params.shareId, body.isOpen)
  return { ...share, link: origin + share.address }
}
