import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenPresence: Handler<'screen.presence'> = async ({ params, body }, { liveScreens, user, company, app }) =>
  liveScreens.presence.seen(levelOf(company, app), user.id, params.screenId, body.tab)
