import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { losesForGood, toldStatement } from '../release/told-statement.ts'

/** Of a page; more of them say no more. */
const MOST_USES = 20

export const sourcePlan: Handler<'source.plan'> = async ({ params }, { data, pages, queries, permissions, app, user, locale, scope }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  const plan = await data.schema.plan(scope, params.sourceId)
  const { synchronized, drift } = await data.schema.state(scope, params.sourceId)
  const [pagesUsing, queriesUsing] = await Promise.all([pages.usingModels(scope, plan.changes), queries.usingModels(scope, plan.changes)])
  const told = ({ id, name, uses }: (typeof pagesUsing)[number]) => ({
    id,
    name,
    isMended: uses.some(({ to }) => to !== null),
    uses: uses.slice(0, MOST_USES).map(({ path, model, field, to }) => ({ path, name: field ? `${model}.${field}` : model, to: to ?? '' })),
  })
  return {
    pages: pagesUsing.map(told),
    queries: queriesUsing.map(told),
    statements: plan.statements.map(one => toldStatement(one, locale)),
    problems: plan.problems.map(problem => say(locale, problem.english, problem.values)),
    missing: plan.missing,
    hash: plan.hash,
    loses: plan.statements.some(one => one.loss),
    final: losesForGood(plan.statements),
    drift,
    synchronized,
  }
}
