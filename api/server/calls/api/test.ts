import type { Handler } from '../../handler.ts'
import { checkOwned } from '../../services/api/index.ts'

export const apiTest: Handler<'api.test'> = async ({ body }, { apis, resources, permissions, company, app, user, locale, scope }) => {
  if (body.id) await checkOwned({ resources, permissions }, { app, user, scope }, 'api', 'edit', body.id)
  else permissions.checkCreate(app, 'api')
  return apis.test({ user, company, app }, body.definition, body.parameters ?? {}, locale)
}
