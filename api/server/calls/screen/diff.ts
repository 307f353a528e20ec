import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/live-screens/index.ts'

export const screenDiff: Handler<'screen.diff'> = async ({ params, query }, { screens, locale, company, app }) =>
  screens.versions.difference(levelOf(company, app), params.screenId, query.from, query.to, locale)
