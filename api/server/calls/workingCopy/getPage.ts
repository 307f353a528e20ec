import type { Handler } from '../../handler.ts'
import { mayMerge } from './merging.ts'

export const workingCopyGetPage: Handler<'workingCopy.getPage'> = async ({ params, query }, context) => {
  const { workingCopies, app } = context
  const { copy } = await mayMerge(context, params.copyId, query.direction)
  const sides = await workingCopies.merging.page(app, params.copyId, query.direction, params.pageId)
  return { ...sides, appUrlKey: `${query.direction === 'in' ? app.key : copy.app.key}-dev` }
}
