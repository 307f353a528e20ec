import type { Handler } from '../../handler.ts'

export const orgRemoveSyncSettings: Handler<'org.removeSyncSettings'> = async ({ query }, { directorySync, company }) => {
  await directorySync.settings.remove(company.id, query.type)
  return {}
}
