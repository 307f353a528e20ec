import type { Handler } from '../../handler.ts'
import { MOST_COPIES } from '../../services/workingCopy/index.ts'

export const workingCopyList: Handler<'workingCopy.list'> = async (_input, { workingCopies, app, user }) => ({
  items: await workingCopies.list({ app, user }),
  limit: MOST_COPIES,
})
