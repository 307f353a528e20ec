import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenGetVersion: Handler<'screen.getVersion'> = async ({ params }, { screens, locale, company, app }) =>
  screens.versions.get(levelOf(company, app), params.screenId, Number(params.version), locale)
