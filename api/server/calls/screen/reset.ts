import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenReset: Handler<'screen.reset'> = async ({ params, body }, { screens, user, locale, company, app }) =>
  screens.versions.reset(levelOf(company, app), user.id, params.screenId, body.note ?? '', locale)
