import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetPreference: Handler<'flow.getPreference'> = (_input, { flows, user, company, app, scope }) =>
  flows.centre.preference(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id)
