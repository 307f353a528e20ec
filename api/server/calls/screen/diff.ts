import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenDiff: Handler<'screen.diff'> = async ({ params, query }, { liveScreens, locale, company, app }) =>
  liveScreens.versions.difference(levelOf(company, app), params.screenId, query.from, query.to, locale)
