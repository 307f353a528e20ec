import type { Handler } from '../../handler.ts'

export const outboxList: Handler<'outbox.list'> = async ({ query }, { messages }) => {
  const { page = 1, perPage = 20, ...filter } = query
  return { ...(await messages.list({ ...filter, page, perPage })), delivers: messages.delivers }
}
