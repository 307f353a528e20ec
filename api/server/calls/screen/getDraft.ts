import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenGetDraft: Handler<'screen.getDraft'> = async ({ params }, { screens, user, company, app, locale }) =>
  screens.versions.edit(levelOf(company, app), user.id, params.screenId, locale)
