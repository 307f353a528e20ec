import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenGetDraft: Handler<'screen.getDraft'> = async ({ params }, { liveScreens, user, company, app, locale }) =>
  liveScreens.versions.edit(levelOf(company, app), user.id, params.screenId, locale)
