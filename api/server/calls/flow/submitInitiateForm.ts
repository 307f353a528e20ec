import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowSubmitInitiateForm: Handler<'flow.submitInitiateForm'> = async ({ params, query, body }, { flows, user, company, app, scope }) => {
  const begins = beginsOf({ scope, asker: { user, company, app } })
  return { flowDataId: await flows.forms.submit(begins, `${params.dsKey}:${params.dmKey}`, query.formView ?? '', body, query.draft) }
}
