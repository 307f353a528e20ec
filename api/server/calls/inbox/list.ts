import type { Handler } from '../../handler.ts'

export const inboxList: Handler<'inbox.list'> = async ({ query }, { inbox, user, locale }) =>
  inbox.list(user.id, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20, unread: query.unread === '1', locale })
