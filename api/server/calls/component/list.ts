import type { Handler } from '../../handler.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

export const componentList: Handler<'component.list'> = async (_input, { components, app, user, scope }) => ({
  items: await components.list({ scope, app, user }),
  mayCreate: mayCreate(app, 'component'),
})
