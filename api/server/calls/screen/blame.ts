import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenBlame: Handler<'screen.blame'> = async ({ params }, { liveScreens, company, app, locale }) =>
  liveScreens.blame(levelOf(company, app), params.screenId, locale)
