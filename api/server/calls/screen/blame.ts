import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/live-screens/index.ts'

export const screenBlame: Handler<'screen.blame'> = async ({ params }, { screens, company, app, locale }) =>
  screens.blame(levelOf(company, app), params.screenId, locale)
