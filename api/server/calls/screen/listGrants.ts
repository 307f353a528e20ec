import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenListGrants: Handler<'screen.listGrants'> = async ({ query }, { liveScreens, company, app }) =>
  liveScreens.grants.list(levelOf(company, app), { page: query.page ?? 1, perPage: query.perPage ?? 20 })
