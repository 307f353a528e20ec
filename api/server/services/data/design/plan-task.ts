// The plan of a database as a task: an app may have 500 models of 200 fields, each a piece of SQL.
import { task } from '../../foundation/workers.ts'
import { planOf } from './plan.ts'
import type { PlanInput } from './plan-statement.ts'

export const planStatements = task({
  name: 'data.plan',
  lane: 'quick',
  from: 200_000,
  /** JSON of the question, and of the statements. */
  run: (input: string): string => JSON.stringify(planOf(JSON.parse(input) as PlanInput)),
})
