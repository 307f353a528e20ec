import type { Handler } from '../../handler.ts'

export const orgGetSyncRun: Handler<'org.getSyncRun'> = async ({ params }, { directorySync, company, locale }) =>
  directorySync.get(company.id, params.runId, locale)
