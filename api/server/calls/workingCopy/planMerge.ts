import type { Handler } from '../../handler.ts'
import { toldPlan } from '../release/told-plan.ts'
import { decisionsOf, mayMerge } from './merging.ts'

export const workingCopyPlanMerge: Handler<'workingCopy.planMerge'> = async ({ params, body }, context) => {
  const { workingCopies, app, locale } = context
  const { may, edited } = await mayMerge(context, params.copyId, body.direction)
  const { state, conflicts, open, both, left, ...planned } = await workingCopies.merging.plan(
    app,
    params.copyId,
    { direction: body.direction, decisions: decisionsOf(body.choices), edited: edited(body.pages) },
    may,
    locale,
  )
  return { ...toldPlan(planned, locale), state, conflicts, open, both, left }
}
