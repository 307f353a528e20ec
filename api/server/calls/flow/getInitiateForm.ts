import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowGetInitiateForm: Handler<'flow.getInitiateForm'> = ({ params, query }, { flows, user, company, app, scope, locale }) =>
  flows.forms.get(beginsOf({ scope, asker: { user, company, app } }), `${params.dsKey}:${params.dmKey}`, query.formView ?? '', query.draft, locale)
