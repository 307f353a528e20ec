import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowSaveDraft: Handler<'flow.saveDraft'> = async ({ params, query, body }, { flows, user, company, app, scope }) => ({
  id: await flows.forms.keep(beginsOf({ scope, asker: { user, company, app } }), `${params.dsKey}:${params.dmKey}`, query.formView ?? '', body),
})
