import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenGetVersion: Handler<'screen.getVersion'> = async ({ params }, { screens, locale }) =>
  screens.versions.get(PLATFORM, params.screenId, Number(params.version), locale)
