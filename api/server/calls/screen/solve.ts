import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenSolve: Handler<'screen.solve'> = async ({ params, body }, { liveScreens, user, company, app, locale }) =>
  liveScreens.conflicts.solve(levelOf(company, app), user.id, params.screenId, { ...body, locale })
