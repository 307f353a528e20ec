import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListOffered: Handler<'flow.listOffered'> = async (_input, { flows, user, company, app, scope }) => {
  return { items: await flows.forms.offered(beginsOf({ scope, asker: { user, company, app } })) }
}
