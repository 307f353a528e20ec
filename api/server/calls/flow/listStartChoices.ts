import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListStartChoices: Handler<'flow.listStartChoices'> = async ({ params, query }, { flows, user, company, app, scope }) => {
  const { formView = '', ...words } = query
  return {
    options: await flows.forms.options(beginsOf({ scope, asker: { user, company, app } }), `${params.dsKey}:${params.dmKey}`, formView, params.fieldKey, words),
  }
}
