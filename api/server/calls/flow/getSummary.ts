import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetSummary: Handler<'flow.getSummary'> = (_input, { flows, user, company, app, scope }) =>
  flows.centre.counts(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id)
