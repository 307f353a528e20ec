import type { Handler } from '../../handler.ts'

export const shareList: Handler<'share.list'> = async ({ query }, { sharing, origin, scope }) => {
  const { items, ...list } = await sharing.authors.list(scope, { page: 1, perPage: 20, ...query })
  return { items: items.map(item => ({ ...item, link: origin + item.address })), ...list }
}
