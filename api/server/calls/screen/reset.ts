import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenReset: Handler<'screen.reset'> = async ({ params, body }, { liveScreens, user, locale, company, app }) =>
  liveScreens.versions.reset(levelOf(company, app), user.id, params.screenId, body.note ?? '', locale)
