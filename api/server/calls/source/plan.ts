import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const sourcePlan: Handler<'source.plan'> = async ({ params }, { data, permissions, app, user, locale, scope }) => {
  await permissions.check(app, user, 'source', 'read', params.sourceId)
  const plan = await data.schema.plan(scope, params.sourceId)
  const { synchronized, drift } = await data.schema.state(scope, params.sourceId)
  return {
    statements: plan.statements.map(({ sql, parameters, loss }) => ({
      sql,
      parameters: parameters.map(String),
      loss: loss ? say(locale, loss.english, loss.values) : '',
    })),
    problems: plan.problems.map(problem => say(locale, problem.english, problem.values)),
    missing: plan.missing,
    hash: plan.hash,
    loses: plan.statements.some(one => one.loss),
    drift,
    synchronized,
  }
}
