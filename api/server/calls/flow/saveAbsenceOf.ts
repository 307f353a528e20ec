import type { Handler } from '../../handler.ts'
import { awayOf } from '../../services/flow/index.ts'

export const flowSaveAbsenceOf: Handler<'flow.saveAbsenceOf'> = async ({ params, body }, { flows, user, scope }) => {
  await flows.absence.save(scope, params.userId, awayOf(body), user.id)
  return {}
}
