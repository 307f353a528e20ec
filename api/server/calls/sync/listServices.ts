import type { Handler } from '../../handler.ts'

export const syncListServices: Handler<'sync.listServices'> = async (_input, { sync, locale }) => {
  const items = await sync.services.list(locale)
  return { items, total: items.length }
}
