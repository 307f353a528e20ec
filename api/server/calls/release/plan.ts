import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { losesForGood, toldStatement } from './told-statement.ts'

export const releasePlan: Handler<'release.plan'> = async ({ body }, { releases, permissions, company, app, locale }) => {
  const { tag, from, models, isKnown, plan, untried } = await releases.plan(company, app, body)
  const sources = (plan?.sources ?? []).map(({ id, name, statements, missing }) => ({
    id,
    name,
    missing,
    statements: statements.map(one => toldStatement(one, locale)),
  }))
  return {
    tag,
    from,
    models,
    known: isKnown,
    sources,
    count: sources.reduce((sum, source) => sum + source.statements.length, 0),
    problems: (plan?.problems ?? []).map(problem => say(locale, problem.english, problem.values)),
    fixable: !!plan?.problems.length && plan.sources.filter(one => one.waiting || (one.unreachable && !one.onlyRead)).length === plan.problems.length,
    missing: sources.flatMap(source => source.missing),
    untried,
    loses: plan?.loses ?? false,
    final: losesForGood((plan?.sources ?? []).flatMap(one => one.statements)),
    hash: plan?.hash ?? '',
    gate: permissions.tests.refusesPublish(app) ? 'refuse' : 'tell',
    failing: await permissions.tests.failingIn(app, tag, locale),
  }
}
