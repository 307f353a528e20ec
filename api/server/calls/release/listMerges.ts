import type { Handler } from '../../handler.ts'

export const releaseListMerges: Handler<'release.listMerges'> = async (_input, { releases, scope, locale }) => {
  const items = await releases.merges.list(scope, locale)
  return { items, total: items.length }
}
