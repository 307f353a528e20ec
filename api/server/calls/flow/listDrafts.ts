import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowListDrafts: Handler<'flow.listDrafts'> = async (_input, { flows, user, company, app, scope }) => ({
  items: await flows.forms.kept(beginsOf({ scope, asker: { user, company, app } })),
})
