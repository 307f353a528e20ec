import type { Handler } from '../../handler.ts'

export const releaseListKept: Handler<'release.listKept'> = async (_input, { data, scope }) => {
  const items = await data.kept.list(scope)
  return { items, total: items.length }
}
