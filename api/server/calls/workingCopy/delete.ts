import type { Handler } from '../../handler.ts'

export const workingCopyDelete: Handler<'workingCopy.delete'> = async ({ params }, { workingCopies, app, user }) => {
  await workingCopies.remove({ app, user }, params.copyId)
  return {}
}
