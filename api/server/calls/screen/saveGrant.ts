import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenSaveGrant: Handler<'screen.saveGrant'> = async ({ body }, { liveScreens, user, company, app }) =>
  liveScreens.grants.save(levelOf(company, app), user.id, body)
