import type { Handler } from '../../handler.ts'
import { toldEffect } from './told-effect.ts'
import { toldPlan } from './told-plan.ts'

export const releasePlanInto: Handler<'release.planInto'> = async (
  { body: { tag, from, parts = [] } },
  { permissions, releases, app, user, scope, locale },
) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { state, plan, untried, ...planned } = await releases.planInto(scope, { tag, from, parts }, locale)
  return {
    ...toldPlan(planned, locale),
    state,
    tag,
    effect: {
      tag,
      ...toldEffect(plan, locale),
      untried,
      gate: permissions.tests.refusesPublish(app) ? 'refuse' : 'tell',
      failing: await permissions.tests.failingIn(app, tag, locale),
    },
  }
}
