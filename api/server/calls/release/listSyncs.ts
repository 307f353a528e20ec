import type { Handler } from '../../handler.ts'

export const releaseListSyncs: Handler<'release.listSyncs'> = ({ query }, { sync, scope, locale }) =>
  sync.tasks.list(scope, { page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
