import type { Handler } from '../../handler.ts'

export const releaseListMerges: Handler<'release.listMerges'> = async (_input, { releases, scope }) => {
  const items = await releases.merges.list(scope)
  return { items, total: items.length }
}
