import type { Handler } from '../../handler.ts'
import { mayTakeOf } from './may-take.ts'
import { toldPlan } from './told-plan.ts'

export const releasePlanMerge: Handler<'release.planMerge'> = async ({ body }, context) => {
  const { permissions, releases, app, user, scope, locale } = context
  await permissions.pages.checkAll(app, user, 'read')
  const theirs = { kind: 'version' as const, source: body.from, content: await releases.stateOf(scope, body.from, 'from') }
  return toldPlan(await releases.merges.plan(scope, theirs, body.parts ?? [], mayTakeOf(context), locale), locale)
}
