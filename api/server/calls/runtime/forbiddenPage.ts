import type { Handler } from '../../handler.ts'
import { sign } from '../../services/foundation/access/authority.ts'
import { scopeOf } from '../../services/foundation/access/index.ts'

export const runtimeForbiddenPage: Handler<'runtime.forbiddenPage'> = async (_input, { runtime, company, app, user, session }) => {
  const found = app && (await runtime.forbiddenPage(company, app, user))
  return { page: app && found ? { ...found, authority: sign({ kind: 'page', ...scopeOf(app), tag: app.tag }, session?.token, app.key) } : null }
}
