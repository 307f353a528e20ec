import type { Handler } from '../../handler.ts'
import { awayOf, beginsOf } from '../../services/flow/index.ts'

export const flowSaveAbsence: Handler<'flow.saveAbsence'> = async ({ body }, { flows, user, company, app, scope }) => {
  const { id } = beginsOf({ scope, asker: { user, company, app } }).asker.user
  await flows.absence.save(scope, id, awayOf(body), id)
  return {}
}
