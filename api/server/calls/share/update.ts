import type { Handler } from '../../handler.ts'

export const shareUpdate: Handler<'share.update'> = async ({ params, body }, { sharing, origin, scope }) => {
  const share = await sharing.authors.update(scope, params.shareId, body)
  return { ...share, link: origin + share.address }
}
