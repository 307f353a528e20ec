import type { Handler } from '../../handler.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

export const flowList: Handler<'flow.list'> = async (_input, { flows, app, user, scope }) => ({
  items: await flows.designs.list({ scope, app, user }),
  mayCreate: mayCreate(app, 'flow'),
})
