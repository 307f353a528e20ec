import type { Handler } from '../../handler.ts'

export const inboxMarkRead: Handler<'inbox.markRead'> = async ({ params }, { inbox, user }) => {
  await inbox.markRead(user.id, params.noticeId)
  return { unread: await inbox.unreadOf(user.id) }
}
