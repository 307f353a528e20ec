import type { Handler } from '../../handler.ts'

export const shareGet: Handler<'share.get'> = async ({ params }, { sharing, origin, scope }) => {
  const share = await sharing.authors.get(scope, params.shareId)
  return { ...share, link: origin + share.address }
}
