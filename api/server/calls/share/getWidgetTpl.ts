import type { Handler } from '../../handler.ts'
import { UNLOCK_COOKIE } from '../../services/share/index.ts'

export const shareGetWidgetTpl: Handler<'share.getWidgetTpl'> = async ({ params }, { sharing, cookie, ip, agent, user }) =>
  sharing.visitors.show(params.key, 'widgetTpl', cookie(UNLOCK_COOKIE), { ip, agent, userId: user?.id })
