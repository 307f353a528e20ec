import type { Handler } from '../../handler.ts'
import { sign } from '../../services/foundation/access/authority.ts'
import { scopeOf } from '../../services/foundation/access/index.ts'

export const runtimeSite: Handler<'runtime.site'> = async (_input, { runtime, company, app, user, session }) => ({
  ...(await runtime.site(company, app, user)),
  authority: sign({ kind: 'page', ...scopeOf(app), tag: app.tag }, session?.token, app.key),
})
