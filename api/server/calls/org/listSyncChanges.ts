import type { Handler } from '../../handler.ts'

export const orgListSyncChanges: Handler<'org.listSyncChanges'> = async ({ params, query }, { directorySync, company, locale }) =>
  directorySync.changes(company.id, params.runId, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
