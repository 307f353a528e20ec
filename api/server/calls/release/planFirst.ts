import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeRows } from './taking-rows.ts'

export const releasePlanFirst: Handler<'release.planFirst'> = async (_input, { releases, permissions, company, app, locale }) => {
  const { plan, rows, ...more } = await releases.planFirst(company, app, mayTakeRows(app))
  const withRows = rows.filter(model => model.rows > 0)
  return {
    ...more,
    problems: (plan?.problems ?? []).map(problem => say(locale, problem.english, problem.values)),
    failing: more.isFirst ? (await permissions.tests.failingIn(app, 'latest', locale)).map(({ name }) => name) : [],
    gate: permissions.tests.refusesPublish(app) ? 'refuse' : 'tell',
    rows: withRows.map(({ id, name, rows: count, needs }) => ({ id, name, rows: count, needs: needs.filter(other => withRows.some(one => one.id === other)) })),
    total: withRows.reduce((sum, { rows: count }) => sum + count, 0),
  }
}
