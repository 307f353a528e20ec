import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenListVersions: Handler<'screen.listVersions'> = async ({ params, query }, { liveScreens, company, app }) =>
  liveScreens.versions.list(levelOf(company, app), params.screenId, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
