import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenListVersions: Handler<'screen.listVersions'> = async ({ params, query }, { screens }) =>
  screens.versions.list(PLATFORM, params.screenId, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
