import type { Handler } from '../../handler.ts'

export const orgGetSyncSettings: Handler<'org.getSyncSettings'> = async (_input, { directorySync, company }) => {
  const items = await directorySync.settings.list(company.id)
  return { items, isConnected: items.some(item => item.isConnected) }
}
