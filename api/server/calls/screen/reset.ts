import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenReset: Handler<'screen.reset'> = async ({ params, body }, { screens, user, locale }) =>
  screens.versions.reset(PLATFORM, user.id, params.screenId, body.note ?? '', locale)
