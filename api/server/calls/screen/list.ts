import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenList: Handler<'screen.list'> = async ({ query }, { screens }) =>
  screens.list(PLATFORM, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 })
