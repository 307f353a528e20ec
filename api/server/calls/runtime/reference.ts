import { sign } from '../../services/foundation/access/authority.ts'
import { scopeOf, type AppInScope } from '../../services/foundation/access/index.ts'
import type { Session } from '../../services/foundation/sessions.ts'

/** What a browser sends along with the calls of an app's pages; empty for guests. */
export const reference = (app: AppInScope, session: Session | undefined): string =>
  sign({ kind: 'page', ...scopeOf(app), tag: app.tag }, session?.token, app.key)
