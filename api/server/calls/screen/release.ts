import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenRelease: Handler<'screen.release'> = async ({ params, body }, { liveScreens, user, locale, company, app }) =>
  liveScreens.staging.release(levelOf(company, app), user.id, params.screenId, { ...body, locale })
