import type { Handler } from '../../handler.ts'

export const orgListSyncRuns: Handler<'org.listSyncRuns'> = async ({ query }, { directorySync, company, locale }) =>
  directorySync.list(company.id, { page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
