import type { Handler } from '../../handler.ts'

export const orgSaveSyncSettings: Handler<'org.saveSyncSettings'> = async ({ body }, { directorySync, company }) => {
  await directorySync.settings.save(company.id, body)
  return {}
}
