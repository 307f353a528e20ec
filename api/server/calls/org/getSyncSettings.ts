import type { Handler } from '../../handler.ts'

export const orgGetSyncSettings: Handler<'org.getSyncSettings'> = async (_input, { directorySync, company }) => ({
  items: await directorySync.settings.list(company.id),
})
