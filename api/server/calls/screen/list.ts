import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenList: Handler<'screen.list'> = async ({ query }, { liveScreens, locale, company, app }) =>
  liveScreens.list(levelOf(company, app), { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20, locale })
