import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetCaseDiagram: Handler<'flow.getCaseDiagram'> = ({ params }, { flows, user, company, app, scope }) =>
  flows.tasks.diagram(beginsOf({ scope, asker: { user, company, app } }), params.caseId)
