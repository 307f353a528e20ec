import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenDiff: Handler<'screen.diff'> = async ({ params, query }, { screens, locale }) =>
  screens.versions.difference(PLATFORM, params.screenId, query.from, query.to, locale)
