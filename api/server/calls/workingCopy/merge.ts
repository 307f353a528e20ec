import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { decisionsOf, mayMerge } from './merging.ts'

export const workingCopyMerge: Handler<'workingCopy.merge'> = async ({ params, body }, context) => {
  const { workingCopies, app, user, locale } = context
  const { copy, may, edited } = await mayMerge(context, params.copyId, body.direction)
  const note = say(locale, 'Taken over from {source}', { source: body.direction === 'in' ? copy.name : 'dev' })
  const { id, count, isModels } = await workingCopies.merging.merge(
    app,
    params.copyId,
    { direction: body.direction, decisions: decisionsOf(body.choices), edited: edited(body.pages), state: body.state },
    { userId: user.id, may, note },
  )
  return { id, count, models: isModels }
}
