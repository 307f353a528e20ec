import type { Handler } from '../../handler.ts'

export const orgSyncDepartments: Handler<'org.syncDepartments'> = async ({ body }, { directorySync, company, user }) => ({
  id: await directorySync.start(company.id, body.type, user),
})
