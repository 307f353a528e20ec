import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenGetVersion: Handler<'screen.getVersion'> = async ({ params }, { liveScreens, locale, company, app }) =>
  liveScreens.versions.get(levelOf(company, app), params.screenId, Number(params.version), locale)
