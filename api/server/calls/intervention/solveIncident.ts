import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const interventionSolveIncident: Handler<'intervention.solveIncident'> = (
  { body: { flowDataId, token, action, values } },
  { flows, user, company, app, scope, locale },
) => {
  const solved = { caseId: flowDataId, token, action: action === 'SKIP' ? ('skip' as const) : ('retry' as const), values }
  return flows.interventions.solve(beginsOf({ scope, asker: { user, company, app } }), solved, locale)
}
