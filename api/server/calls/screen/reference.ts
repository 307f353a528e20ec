import { authorityOf, sign } from '../../services/foundation/access/authority.ts'
import type { Session } from '../../services/foundation/sessions.ts'
import type { ScreenScope } from '../../services/screen/index.ts'

/** What a browser sends along with the calls of a screen that was changed below the platform; empty for one that acts for the platform. */
export const reference = (by: ScreenScope, session: Session | undefined, { id, hash = '' }: { id: string; hash?: string }): string =>
  'companyId' in by ? sign(authorityOf(by), session?.token, `${id} ${hash.slice(0, 12)}`) : ''
