import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetCaseForm: Handler<'flow.getCaseForm'> = ({ params, query }, { flows, user, company, app, scope, locale }) =>
  flows.tasks.form(beginsOf({ scope, asker: { user, company, app } }), params.caseId, locale, query.view === 'print')
