import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenRelease: Handler<'screen.release'> = async ({ params, body }, { screens, user, locale, company, app }) =>
  screens.staging.release(levelOf(company, app), user.id, params.screenId, { ...body, locale })
