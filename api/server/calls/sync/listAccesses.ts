import type { Handler } from '../../handler.ts'

export const syncListAccesses: Handler<'sync.listAccesses'> = async (_input, { sync }) => {
  const items = await sync.accesses.list()
  return { items, total: items.length }
}
