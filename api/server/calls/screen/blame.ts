import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenBlame: Handler<'screen.blame'> = async ({ params }, { screens, company, app, locale }) =>
  screens.blame(levelOf(company, app), params.screenId, locale)
