import type { Handler } from '../../handler.ts'

export const generalCancelProgress: Handler<'general.cancelProgress'> = async ({ params }, { progressOf }) => {
  await progressOf.cancel(params.progressId)
  return {}
}
