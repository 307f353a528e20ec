import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenRestore: Handler<'screen.restore'> = async ({ params, body }, { screens, user, locale }) =>
  screens.versions.restore(PLATFORM, user.id, params.screenId, Number(params.version), { ...body, locale })
