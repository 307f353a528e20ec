import type { Handler } from '../../handler.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

export const queryList: Handler<'query.list'> = async (_input, { queries, app, user, scope }) => ({
  items: await queries.list({ scope, app, user }),
  mayCreate: mayCreate(app, 'query'),
})
