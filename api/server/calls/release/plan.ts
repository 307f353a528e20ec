import type { Handler } from '../../handler.ts'
import { toldEffect } from './told-effect.ts'

export const releasePlan: Handler<'release.plan'> = async ({ body }, { releases, permissions, company, app, locale }) => {
  const { tag, from, models, isKnown, plan, untried } = await releases.plan(company, app, body)
  return {
    tag,
    from,
    models,
    known: isKnown,
    ...toldEffect(plan, locale),
    fixable: !!plan?.problems.length && plan.sources.filter(one => one.waiting || (one.unreachable && !one.onlyRead)).length === plan.problems.length,
    untried,
    gate: permissions.tests.refusesPublish(app) ? 'refuse' : 'tell',
    failing: await permissions.tests.failingIn(app, tag, locale),
  }
}
