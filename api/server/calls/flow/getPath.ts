import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetPath: Handler<'flow.getPath'> = async ({ params, query, body }, { flows, user, company, app, scope, locale }) => ({
  steps: await flows.forms.ahead(beginsOf({ scope, asker: { user, company, app } }), `${params.dsKey}:${params.dmKey}`, query.formView ?? '', body, locale),
})
