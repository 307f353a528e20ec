import type { Handler } from '../../handler.ts'
import { reference } from './reference.ts'

export const runtimeForbiddenPage: Handler<'runtime.forbiddenPage'> = async (_input, { runtime, company, app, user, session }) => {
  const found = app && (await runtime.forbiddenPage(company, app, user))
  return { page: app && found ? { ...found, authority: reference(app, session) } : null }
}
