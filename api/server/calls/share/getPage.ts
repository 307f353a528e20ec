import type { Handler } from '../../handler.ts'
import { UNLOCK_COOKIE } from '../../services/share/index.ts'

export const shareGetPage: Handler<'share.getPage'> = async ({ params }, { sharing, cookie, ip, agent, user }) =>
  sharing.visitors.show(params.key, 'page', cookie(UNLOCK_COOKIE), { ip, agent, userId: user?.id })
