import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'

export const releaseMerge: Handler<'release.merge'> = async ({ body }, context) => {
  const { permissions, releases, app, user, scope, locale } = context
  await permissions.pages.checkAll(app, user, 'read')
  const source = body.from
  const theirs = { kind: 'version' as const, source, content: await releases.stateOf(scope, source, 'from') }
  const { id, count, isModels } = await releases.merges.take(
    scope,
    user.id,
    theirs,
    body.parts,
    mayTakeOf(context),
    say(locale, 'Taken over from {source}', { source }),
  )
  return { id, count, models: isModels }
}
