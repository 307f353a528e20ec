import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListCaseChoices: Handler<'flow.listCaseChoices'> = async ({ params, query }, { flows, user, company, app, scope }) => ({
  options: await flows.tasks.options(beginsOf({ scope, asker: { user, company, app } }), params.caseId, Number(params.task), params.fieldKey, query),
})
