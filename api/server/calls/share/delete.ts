import type { Handler } from '../../handler.ts'

export const shareDelete: Handler<'share.delete'> = async ({ params }, { sharing, scope }) => {
  await sharing.authors.remove(scope, params.shareId)
  return {}
}
