import type { Handler } from '../../handler.ts'
import { doorOf } from './contact.ts'

export const externalGetSettings: Handler<'external.getSettings'> = async (_input, { external, scope, app, company, origin }) => ({
  ...(await external.settings(scope)),
  door: doorOf(origin, company.key, app.key),
})
