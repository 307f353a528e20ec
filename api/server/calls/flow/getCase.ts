import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetCase: Handler<'flow.getCase'> = ({ params }, { flows, user, company, app, scope, locale }) =>
  flows.tasks.get(beginsOf({ scope, asker: { user, company, app } }), params.caseId, locale)
