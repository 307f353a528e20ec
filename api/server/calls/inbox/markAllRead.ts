import type { Handler } from '../../handler.ts'

export const inboxMarkAllRead: Handler<'inbox.markAllRead'> = async (_input, { inbox, user }) => {
  await inbox.markAllRead(user.id)
  return { unread: await inbox.unreadOf(user.id) }
}
