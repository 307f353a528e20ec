import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'

export const releaseUndoMerge: Handler<'release.undoMerge'> = async ({ params }, context) => {
  const { releases, user, scope, locale } = context
  const { count, isModels } = await releases.merges.undo(scope, user.id, params.mergeId, mayTakeOf(context), say(locale, 'What was taken over was taken back'))
  return { count, models: isModels }
}
